import { MINUTE_MS } from '../durations.ts';
import { isConnectionError, isStatementTimeout } from '../store/database/databaseErrors.ts';
import { findKeys, hashSecret, isKeyOf, type ApiKey, type FoundKey } from '../store/keys/keys.ts';
import type { Queryable } from '../store/database/queryable.ts';
import type { StartStopwatch, Stopwatch } from '../stopwatch.ts';

/** A revoked key is rejected, and a new one accepted, after at most this long. */
const MAX_AGE_MS = 2000;
/** How long a key is remembered while the database is away. */
const MAX_REMEMBERED_MS = 10 * MINUTE_MS;
/** Of the ten seconds that a scrape has by default, the metrics need four. */
const ANSWER_WITHIN_MS = 2000;
const MAX_CACHED_KEYS = 1000;

interface Cached<T> {
  readonly value: T;
  readonly age: Stopwatch;
}

type Cache<T> = Map<string, Cached<T>>;

/** The lookups of the next statement. */
interface Batch {
  readonly hashes: Map<string, Buffer>;
  readonly found: Promise<readonly FoundKey[]>;
}

/**
 * Finds keys by their secrets. At most one statement runs at a time, for all secrets that arrived meanwhile: however many wrong ones are
 * tried, they take one database connection, and a good key waits for two statements at most.
 */
export class KeyLookup {
  private readonly db: Queryable;
  private readonly startStopwatch: StartStopwatch;
  private readonly known: Cache<ApiKey> = new Map();
  // Separate, so that wrong secrets do not displace good ones.
  private readonly unknown: Cache<undefined> = new Map();
  private next: Batch | undefined;
  private lastStatement: Promise<unknown> = Promise.resolve();

  constructor(db: Queryable, startStopwatch: StartStopwatch) {
    this.db = db;
    this.startStopwatch = startStopwatch;
  }

  /**
   * As `find`, but while the database cannot be reached, or does not answer soon, the key as it was last found, up to ten minutes ago. If it was then
   * revoked, or is expired now, the key shows it.
   */
  async findOrRemember(secret: string): Promise<ApiKey | undefined> {
    const cached = this.known.get(hashSecret(secret).toString('base64'));
    const found = this.find(secret);
    if (cached === undefined || cached.age.elapsedMs() >= MAX_REMEMBERED_MS) {
      return found;
    }
    const remembered = found.catch((error: unknown) => {
      if (isConnectionError(error) || isStatementTimeout(error)) {
        return cached.value;
      }
      throw error;
    });
    const late = new Promise<ApiKey>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, cached.value).unref());
    return Promise.race([remembered, late]);
  }

  /** The key of a secret, even if it is expired or revoked; undefined if there is none. */
  async find(secret: string): Promise<ApiKey | undefined> {
    // Looked up by hash, so that the duration of the lookup reveals nothing about the secret.
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    const cached = this.known.get(name) ?? this.unknown.get(name);
    if (cached !== undefined && cached.age.elapsedMs() < MAX_AGE_MS) {
      return cached.value;
    }
    // From before the statement: what it reads may be that old when it ends.
    const age = this.startStopwatch();
    const key = (await this.findInBatch(name, hash)).find((one) => isKeyOf(one, hash));
    if (key === undefined) {
      this.known.delete(name);
      this.put(this.unknown, name, { value: undefined, age });
    } else {
      this.unknown.delete(name);
      this.put(this.known, name, { value: key, age });
    }
    return key;
  }

  private findInBatch(name: string, hash: Buffer): Promise<readonly FoundKey[]> {
    this.next ??= this.openBatch();
    this.next.hashes.set(name, hash);
    return this.next.found;
  }

  private openBatch(): Batch {
    const hashes = new Map<string, Buffer>();
    const found = this.lastStatement.then(() => {
      this.next = undefined;
      return findKeys(this.db, [...hashes.values()]);
    });
    this.lastStatement = found.catch(() => undefined);
    return { hashes, found };
  }

  private put<T>(cache: Cache<T>, name: string, found: Cached<T>): void {
    if (cache.size >= MAX_CACHED_KEYS) {
      cache.clear();
    }
    cache.set(name, found);
  }
}
