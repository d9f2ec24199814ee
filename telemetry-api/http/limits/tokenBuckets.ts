/** A long-term rate of requests per second, and the burst that a full bucket allows. */
export interface Rate {
  readonly perS: number;
  readonly burst: number;
}

export interface TokenStatus {
  readonly isAllowed: boolean;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Seconds until the next token is available; 0 if one is. */
  readonly retryAfterS: number;
  /** Seconds until the bucket is full. */
  readonly fullAfterS: number;
}

type Bucket = {
  tokens: number;
  readonly atMs: number;
};

/** Beyond this count the least recently used bucket is dropped: it is most likely full again. */
const MAX_BUCKETS = 10_000;

/** A token bucket for each name: full at first, refilled continuously, one token per request. */
export class TokenBuckets {
  readonly rate: Rate;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number) {
    this.rate = rate;
    this.now = now;
  }

  take(name: string): TokenStatus {
    const bucket = this.refill(name);
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) {
      bucket.tokens -= 1;
    }
    this.buckets.delete(name);
    this.buckets.set(name, bucket);
    if (this.buckets.size > MAX_BUCKETS) {
      for (const [oldest] of this.buckets) {
        this.buckets.delete(oldest);
        break;
      }
    }
    return this.describe(bucket, isAllowed);
  }

  private refill(name: string): Bucket {
    const { perS, burst } = this.rate;
    const nowMs = this.now();
    const last = this.buckets.get(name);
    if (last === undefined) {
      return { tokens: burst, atMs: nowMs };
    }
    // A clock that is set back neither adds nor removes tokens.
    const elapsedMs = Math.max(0, nowMs - last.atMs);
    return { tokens: Math.min(burst, last.tokens + (elapsedMs * perS) / 1000), atMs: nowMs };
  }

  private describe({ tokens }: Bucket, isAllowed: boolean): TokenStatus {
    const { perS, burst } = this.rate;
    return {
      isAllowed,
      remaining: Math.floor(tokens),
      retryAfterS: isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perS)),
      fullAfterS: Math.ceil((burst - tokens) / perS),
    };
  }
}
