import type { Queryable } from './queryable.ts';
import { findTag, type FoundTag, type VisibleSites } from './findTag.ts';

/** What changes in the inventory is seen this long after, at the latest; a tag that is new, at once. */
const MAX_AGE_MS = 2000;
const MAX_TAGS = 10_000;

/** Finds tags, and remembers those it found for a moment: a walk through pages asks for the same one again and again. */
export class TagCache {
  private readonly db: Queryable;
  private readonly now: () => number;
  private readonly cache = new Map<string, { readonly tag: FoundTag; readonly untilMs: number }>();

  constructor(db: Queryable, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** As `findTag`. */
  async find(sites: VisibleSites, deviceCode: string, tagKey: string): Promise<FoundTag | 'no device' | 'no tag'> {
    // No code or key holds a NUL; what keys of other sites found is not theirs.
    const name = [sites === null ? 'all' : sites.join(), deviceCode, tagKey].join('\0');
    const cached = this.cache.get(name);
    if (cached !== undefined && cached.untilMs > this.now()) {
      return cached.tag;
    }
    const tag = await findTag(this.db, sites, deviceCode, tagKey);
    if (typeof tag === 'string') {
      this.cache.delete(name);
      return tag;
    }
    if (this.cache.size >= MAX_TAGS) {
      this.cache.clear();
    }
    this.cache.set(name, { tag, untilMs: this.now() + MAX_AGE_MS });
    return tag;
  }
}
