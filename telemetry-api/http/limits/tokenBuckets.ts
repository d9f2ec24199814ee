import type { StartStopwatch, Stopwatch } from '../../stopwatch.ts';

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
  /** Runs since the tokens were counted. */
  readonly counted: Stopwatch;
};

/** Beyond this count the least recently used bucket is dropped: it is most likely full again. */
const MAX_BUCKETS = 10_000;

/** A token bucket for each name: full at first, refilled continuously, one token per request. */
export class TokenBuckets {
  readonly rate: Rate;
  private readonly startStopwatch: StartStopwatch;
  private readonly buckets = new Map<string, Bucket>();

  constructor(rate: Rate, startStopwatch: StartStopwatch) {
    this.rate = rate;
    this.startStopwatch = startStopwatch;
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
    const last = this.buckets.get(name);
    const counted = this.startStopwatch();
    if (last === undefined) {
      return { tokens: burst, counted };
    }
    return { tokens: Math.min(burst, last.tokens + (last.counted.elapsedMs() * perS) / 1000), counted };
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
