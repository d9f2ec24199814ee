import type { Queryable } from '../database/queryable.ts';
import { findTag, type FoundTag, type VisibleSites } from './findTag.ts';
import type { StartStopwatch, Stopwatch } from '../../stopwatch.ts';

/** Changes to the inventory take effect after this time at the latest; new tags are found immediately. */
const MAX_AGE_MS = 2000;
const MAX_TAGS = 10_000;

/** Caches found tags for a short time, because paging through a history requests the same tag repeatedly. */
export class TagCache {
  private readonly startStopwatch: StartStopwatch;
  private readonly cache = new Map<string, { readonly tag: FoundTag; readonly age: Stopwatch }>();

  constructor(startStopwatch: StartStopwatch) {
    this.startStopwatch = startStopwatch;
  }

  /** As `findTag`. */
  async find(
    db: Queryable,
    sites: VisibleSites,
    deviceCode: string,
    tagKey: string
  ): Promise<FoundTag | 'no device' | 'no tag'> {
    // Codes and keys never contain NUL. The sites are part of the cache key, so that results do not leak to keys of other sites.
    const name = [sites === null ? 'all' : sites.join(), deviceCode, tagKey].join('\0');
    const cached = this.cache.get(name);
    if (cached !== undefined && cached.age.elapsedMs() < MAX_AGE_MS) {
      return cached.tag;
    }
    const age = this.startStopwatch();
    const tag = await findTag(db, sites, deviceCode, tagKey);
    if (typeof tag === 'string') {
      this.cache.delete(name);
      return tag;
    }
    if (this.cache.size >= MAX_TAGS) {
      this.cache.clear();
    }
    this.cache.set(name, { tag, age });
    return tag;
  }
}
