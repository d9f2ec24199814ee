import type { Queryable } from './queryable.ts';
import { findTag, type FoundTag, type VisibleSites } from './findTag.ts';

/** What changes in the inventory is seen this long after, at the latest; a tag that is new, at once. */
const REMEMBER_MS = 2000;
const REMEMBER_TAGS = 10_000;

/** Finds tags, and remembers those it found for a moment: a walk through pages asks for the same one again and again. */
export class KnownTags {
  private readonly db: Queryable;
  private readonly now: () => number;
  private readonly remembered = new Map<string, { readonly tag: FoundTag; readonly untilMs: number }>();

  constructor(db: Queryable, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** As `findTag`. */
  async find(sites: VisibleSites, deviceCode: string, tagKey: string): Promise<FoundTag | 'no device' | 'no tag'> {
    // No code or key holds a NUL; what keys of other sites found is not theirs.
    const name = [sites === null ? 'all' : sites.join(), deviceCode, tagKey].join('\0');
    const remembered = this.remembered.get(name);
    if (remembered !== undefined && remembered.untilMs > this.now()) {
      return remembered.tag;
    }
    const tag = await findTag(this.db, sites, deviceCode, tagKey);
    if (typeof tag === 'string') {
      this.remembered.delete(name);
      return tag;
    }
    if (this.remembered.size >= REMEMBER_TAGS) {
      this.remembered.clear();
    }
    this.remembered.set(name, { tag, untilMs: this.now() + REMEMBER_MS });
    return tag;
  }
}
