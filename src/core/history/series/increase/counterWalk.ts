import type { EpochMs } from '../../../time/window';

/** A fall by less than this share of the value corrects the meter; the counter has not restarted. */
const CORRECTION_SHARE = 0.1;

/** Values that fall and are back after at most so many readings are left out. */
export const MAX_MOMENTARY_READINGS = 3;

/** A tag that falls so many times as often as it rises is no counter; the first falls may be corrections. */
const FALLS_PER_RISE = 2;
const TOLERATED_FALLS = 3;

/**
 * The last value of a counter. Undefined if there is no earlier reading: the increase of the next one is 0.
 * NaN if it is unknown: so is the increase of the next one.
 */
export type LastValue = number | undefined;

/** What is known of a counter before an instant. */
export interface CounterState {
  readonly last: LastValue;
  /** The readings after `last` that are lower. The next ones will show whether the counter restarted. */
  readonly low: readonly number[];
  /** How many readings are known since something was unknown: the first of them may be a momentary fall. Infinity: nothing was. */
  readonly knownReadings: number;
  /** When the last reading was, or the bucket that holds it began; undefined if there is none or that is unknown. */
  readonly atEpochMs: EpochMs | undefined;
}

export const UNKNOWN_STATE: CounterState = { last: NaN, low: [], knownReadings: 0, atEpochMs: undefined };
export const NEVER_READ: CounterState = { last: undefined, low: [], knownReadings: Infinity, atEpochMs: undefined };

/** How far a counter counted, piece by piece. */
export interface Gains {
  /** By when each piece was counted: of a reading its instant, of a bucket its end. */
  readonly untilEpochMs: readonly EpochMs[];
  /** NaN where it is not known. */
  readonly gain: readonly number[];
  /** The readings that are left out, because the value fell and was back at once. */
  readonly momentary: readonly EpochMs[];
  /** True for a tag that falls more often than it rises, so that it is no counter. */
  readonly isFalling: boolean;
}

interface LowReading {
  /** That of its gain; -1 for a reading before the first one. */
  readonly index: number;
  readonly atEpochMs: EpochMs;
  readonly value: number;
}

/**
 * Walks over the readings of a counter, or buckets in their place, in order of time. The rules, for a value after another:
 * - it is higher, or lower by less than a tenth: the difference counts;
 * - it is lower than that, and back within three readings that do not count up: they are left out;
 * - it is lower than that, and stays: the counter restarted at 0, and the value counts.
 */
export class CounterWalk {
  private readonly untilEpochMs: EpochMs[] = [];
  private readonly gain: number[] = [];
  private readonly momentary: EpochMs[] = [];
  private last: LastValue;
  /** At least the last value: a bucket whose minimum is not below it shows no fall. NaN if nothing is known. */
  private highest: number;
  private low: LowReading[];
  private knownReadings: number;
  private previous = NaN;
  private rises = 0;
  private falls = 0;

  /** @param placesCorrections `byBuckets`: a bucket that begins with a correction is not unresolved; its maximum is its last value */
  constructor(
    before: CounterState,
    private readonly placesCorrections: 'byReadings' | 'byBuckets' = 'byReadings'
  ) {
    this.last = before.last;
    this.highest = before.last ?? NaN;
    this.low = before.low.map((value) => ({ index: -1, atEpochMs: NaN, value }));
    this.knownReadings = before.knownReadings;
  }

  /** The state after what was walked over. */
  state(atEpochMs: EpochMs | undefined): CounterState {
    const { last, low, knownReadings } = this;
    return { last, low: low.map(({ value }) => value), knownReadings, atEpochMs };
  }

  /** What comes between the last row and the next is absent: it may have been higher. */
  interrupt(): void {
    this.setGains(this.low, NaN);
    this.low = [];
    this.last = this.highest = this.previous = NaN;
    this.knownReadings = 0;
  }

  /** @param untilEpochMs by when it was counted; later than the reading where only its bucket is known */
  reading(atEpochMs: EpochMs, value: number, untilEpochMs: EpochMs = atEpochMs): void {
    this.compare(value);
    this.count({ index: this.add(untilEpochMs), atEpochMs, value });
  }

  /**
   * A bucket of several readings. While the counter only rises, its maximum is its last value. If it may have fallen, only its
   * readings show how far it counted.
   * @returns false if they are needed
   */
  bucket(
    untilEpochMs: EpochMs,
    { min, max, n }: { readonly min: number; readonly max: number; readonly n: number }
  ): boolean {
    this.compare(max);
    const index = this.add(untilEpochMs);
    if (this.low.length + n > MAX_MOMENTARY_READINGS && this.isFall(max)) {
      this.confirmRestart();
    }
    const { last } = this;
    if (last !== undefined && !Number.isNaN(last)) {
      const isOnlyCorrected = this.placesCorrections === 'byBuckets' && !this.isFall(min);
      if (min >= last || isOnlyCorrected) {
        this.leaveOutLow();
        this.gain[index] = this.difference(last, max);
        this.setLast(max, n);
        return true;
      }
    } else if (min >= this.highest) {
      this.setLast(max, n);
      return true;
    }
    this.interrupt();
    this.highest = max;
    this.previous = max;
    return false;
  }

  /** Ends the walk: what has not come back so far counts as a restart. */
  end(): Gains {
    while (this.low.length > 0) {
      this.confirmRestart();
    }
    const { untilEpochMs, gain, momentary, falls, rises } = this;
    return { untilEpochMs, gain, momentary, isFalling: falls > FALLS_PER_RISE * rises + TOLERATED_FALLS };
  }

  private count(reading: LowReading): void {
    const { index, value } = reading;
    const { last, low } = this;
    if (last === undefined || Number.isNaN(last)) {
      this.setGain(index, last === undefined ? 0 : NaN);
      this.setLast(value);
    } else if (!this.isFall(value)) {
      this.leaveOutLow();
      this.setGain(index, this.difference(last, value));
      this.setLast(value);
    } else if (low.length < MAX_MOMENTARY_READINGS && !this.countsUp(value)) {
      low.push(reading);
    } else {
      this.confirmRestart();
      this.count(reading);
    }
  }

  private isFall(value: number): boolean {
    return this.last !== undefined && isFall(this.last, value);
  }

  /** Not known if the value before may be a momentary fall, of which the value in which it fell is unknown. */
  private difference(last: number, value: number): number {
    return this.knownReadings <= MAX_MOMENTARY_READINGS && isFall(value, last) ? NaN : value - last;
  }

  /** Whether the low readings and the value rise together by more than a correction. */
  private countsUp(value: number): boolean {
    const [first] = this.low;
    return first !== undefined && value - first.value >= Math.abs(this.last ?? NaN) * CORRECTION_SHARE;
  }

  /** The counter restarted with the first of the low readings; the others are counted from there. */
  private confirmRestart(): void {
    const [first, ...others] = this.low;
    if (first === undefined) {
      return;
    }
    this.low = [];
    this.setGain(first.index, first.value);
    this.setLast(first.value);
    others.forEach((reading) => this.count(reading));
  }

  private leaveOutLow(): void {
    this.setGains(this.low, 0);
    this.momentary.push(...this.low.flatMap(({ index, atEpochMs }) => (index < 0 ? [] : [atEpochMs])));
    this.low = [];
  }

  private compare(value: number): void {
    this.rises += value > this.previous ? 1 : 0;
    this.falls += value < this.previous ? 1 : 0;
    this.previous = value;
  }

  private add(untilEpochMs: EpochMs): number {
    this.untilEpochMs.push(untilEpochMs);
    return this.gain.push(NaN) - 1;
  }

  private setLast(value: number, readings = 1): void {
    this.last = this.highest = value;
    this.knownReadings += readings;
  }

  private setGains(readings: readonly LowReading[], gain: number): void {
    readings.forEach(({ index }) => this.setGain(index, gain));
  }

  private setGain(index: number, gain: number): void {
    if (index >= 0) {
      this.gain[index] = gain;
    }
  }
}

function isFall(last: number, value: number): boolean {
  return value < last - Math.abs(last) * CORRECTION_SHARE;
}
