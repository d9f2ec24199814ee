import { type Meter, UNKNOWN_METER } from '../../../inventory/meter';
import type { EpochMs } from '../../../time/window';
import type { Rows } from '../../rows';
import { type Course, courseOfMeter, judgeFall, plausibleGain, type ReadingPair, type Verdict } from './course';

/** A fall by less than this share of the value corrects the meter; the counter has not restarted. */
const CORRECTION_SHARE = 0.1;

/** A jump is followed by less than this share of it. */
const PACE_SHARE = 0.1;

/** Values that fall and are back after at most so many readings are left out. */
export const MAX_MOMENTARY_READINGS = 3;
/** So many of the last readings show what a counter has come to. */
export const ENOUGH_READINGS = MAX_MOMENTARY_READINGS + 1;

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
  /** The readings after `last` that are odd. The next ones will show whether the counter restarted. */
  readonly odd: readonly KnownReading[];
  /** How many readings are known since something was unknown: the first of them may be a momentary fall. Infinity: nothing was. */
  readonly knownReadings: number;
  /** When the last reading was, or the bucket that holds it began; undefined if there is none or that is unknown. */
  readonly atEpochMs: EpochMs | undefined;
}

export interface KnownReading {
  readonly atEpochMs: EpochMs;
  readonly value: number;
}

export const UNKNOWN_STATE: CounterState = { last: NaN, odd: [], knownReadings: 0, atEpochMs: undefined };
/** Of a state: whatever was before it does not matter. */
export const NOTHING_IN_DOUBT = { odd: [], knownReadings: Infinity } as const;
/** Also where enough is known, so that it does not matter what was before. */
export const NEVER_READ: CounterState = { ...NOTHING_IN_DOUBT, last: undefined, atEpochMs: undefined };

/*
 * What may be wrong with a gain:
 *
 *     unknown       NaN: between two readings of which the course does not say what the fall or the jump means
 *     undecided     the same of a bucket, until its last readings are read (`addIncrease`)
 *     odd           readings that may be momentary: what follows decides, within a few readings
 *     doubtful      only the course of the counter on its day decides what it is, and is requested (`doubtfulGains.ts`)
 */

/** How far a counter counted, piece by piece. */
export interface Gains {
  /** When each piece began: of a reading its instant, of a bucket its start. */
  readonly fromEpochMs: readonly EpochMs[];
  /** By when each piece was counted: of a reading its instant, of a bucket its end. */
  readonly untilEpochMs: readonly EpochMs[];
  /** NaN where it is not known. */
  readonly gain: readonly number[];
  /** The readings that are left out, because the value fell, or jumped, and was back at once. */
  readonly momentary: readonly EpochMs[];
  /** Between which readings it is not known how far the counter counted. */
  readonly unknown: readonly ReadingPair[];
  /** Between which readings the register of the counter was full. */
  readonly rollovers: readonly ReadingPair[];
  /** All falls that stay: what is known of the course decides what they mean. */
  readonly falls: readonly ReadingPair[];
  /** The starts of buckets whose last reading decides what the fall after it means. */
  readonly undecided: readonly EpochMs[];
  /** True for a tag that falls more often than it rises, so that it is no counter. */
  readonly isFalling: boolean;
}

interface OddReading extends KnownReading {
  /** That of its gain; -1 for a reading before the first one. */
  readonly index: number;
}

/**
 * Walks over the readings of a counter, or buckets in their place, in order of time. A gain is unresolved while readings may tell it,
 * doubtful where only the course of the counter can, and unknown in the end. The rules, for a value after another:
 * - it is higher, or lower by less than a tenth, and by no more than its course makes plausible: the difference counts;
 * - else it is odd, and back within three readings that do not count up: they are left out;
 * - else, if it fell: see `judgeFall`;
 * - else, if it goes on like that, the counter runs faster than it did around: the difference counts;
 * - else it jumped: it is not known how much was counted.
 */
export class CounterWalk {
  private readonly fromEpochMs: EpochMs[] = [];
  private readonly untilEpochMs: EpochMs[] = [];
  private readonly gain: number[] = [];
  private readonly momentary: EpochMs[] = [];
  private readonly unknown: ReadingPair[] = [];
  private readonly rollovers: ReadingPair[] = [];
  private readonly falls: ReadingPair[] = [];
  private readonly undecided: EpochMs[] = [];
  private last: LastValue;
  /** When the last reading was at the earliest, and at the latest: of a bucket, only its window is known. */
  private lastAtEpochMs: EpochMs;
  private lastUntilEpochMs: EpochMs;
  /** At least the last value: a bucket whose minimum is not below it shows no fall. NaN if nothing is known. */
  private highest: number;
  private odd: OddReading[];
  private knownReadings: number;
  /** How many replacements of the meter the values are after. */
  private replaced: number;
  private previous = NaN;
  private riseCount = 0;
  private fallCount = 0;

  /**
   * @param placesCorrections `byBuckets`: a bucket that begins with a correction is not unresolved; its maximum is its last value
   * @param courseAt the course around an instant, where more is known than what the meter's settings say
   */
  constructor(
    before: CounterState,
    private readonly placesCorrections: 'byReadings' | 'byBuckets' = 'byReadings',
    private readonly meter: Meter = UNKNOWN_METER,
    private readonly courseAt: (epochMs: EpochMs) => Course = constantCourse(meter)
  ) {
    this.last = before.last;
    this.highest = before.last ?? NaN;
    this.lastAtEpochMs = this.lastUntilEpochMs = before.atEpochMs ?? -Infinity;
    this.odd = before.odd.map((reading) => ({ ...reading, index: -1 }));
    this.knownReadings = before.knownReadings;
    const { atEpochMs = -Infinity } = before;
    this.replaced = meter.replacements.filter((replacement) => replacement.atEpochMs <= atEpochMs).length;
  }

  /** The state after what was walked over. */
  state(atEpochMs: EpochMs | undefined): CounterState {
    const { last, knownReadings } = this;
    const odd = this.odd.map((reading) => ({ atEpochMs: reading.atEpochMs, value: reading.value }));
    return { last, odd, knownReadings, atEpochMs };
  }

  /** What comes between the last row and the next is absent: it may have been higher. */
  interrupt(): void {
    this.setGains(this.odd, NaN);
    this.odd = [];
    this.last = this.highest = this.previous = NaN;
    this.knownReadings = 0;
  }

  /** @param untilEpochMs by when it was counted; later than the reading where only its bucket is known */
  reading(atEpochMs: EpochMs, value: number, untilEpochMs: EpochMs = atEpochMs): void {
    this.replaceMeters(atEpochMs);
    this.compare(value);
    this.count({ index: this.add(atEpochMs, untilEpochMs), atEpochMs, value });
  }

  /** @param untilEpochMs by when all of them were counted; undefined: each by its instant */
  readings(rows: Rows, untilEpochMs?: EpochMs): void {
    for (const row of countingOrder(rows)) {
      this.reading(rows.timeEpochMs[row]!, rows.avg[row]!, untilEpochMs);
    }
  }

  /**
   * A bucket of several readings. While the counter only rises, its maximum is its last value. If it may have fallen, only its
   * readings show how far it counted; so they do if it may have jumped, or if the meter was replaced.
   * @returns false if they are needed
   */
  bucket(
    fromEpochMs: EpochMs,
    untilEpochMs: EpochMs,
    { min, max, n }: { readonly min: number; readonly max: number; readonly n: number }
  ): boolean {
    this.replaceMeters(fromEpochMs);
    this.compare(max);
    const index = this.add(fromEpochMs, untilEpochMs);
    if (isReplacedWithin(this.meter, fromEpochMs, untilEpochMs)) {
      this.startAgainAt(max);
      return false;
    }
    if (this.odd.length + n > MAX_MOMENTARY_READINGS && this.isImplausibleFall(max, untilEpochMs)) {
      this.confirmOdd();
    }
    const { last } = this;
    if (last !== undefined && !Number.isNaN(last)) {
      const isOnlyCorrected = this.placesCorrections === 'byBuckets' && !this.isImplausibleFall(min, untilEpochMs);
      if ((min >= last || isOnlyCorrected) && !this.isJump(max, untilEpochMs)) {
        this.leaveOutOdd();
        this.gain[index] = this.difference(last, max);
        this.setLast(max, fromEpochMs, untilEpochMs, n);
        return true;
      }
    } else if (min >= this.highest) {
      this.setLast(max, fromEpochMs, untilEpochMs, n);
      return true;
    }
    this.startAgainAt(max);
    return false;
  }

  /** Only its readings show how the bucket goes on. */
  private startAgainAt(max: number): void {
    this.interrupt();
    this.highest = this.previous = max;
  }

  /** Goes on as if the old meter had shown what the new one does. */
  private replaceMeters(untilEpochMs: EpochMs): void {
    const { replacements } = this.meter;
    for (let next = replacements[this.replaced]; next !== undefined && next.atEpochMs <= untilEpochMs;) {
      const ahead = next.first - next.last;
      this.last = this.last === undefined ? undefined : this.last + ahead;
      this.highest += ahead;
      this.previous += ahead;
      this.odd = this.odd.map((reading) => ({ ...reading, value: reading.value + ahead }));
      next = replacements[++this.replaced];
    }
  }

  /** Ends the walk: what has not come back so far is judged as if it stays. */
  end(): Gains {
    while (this.odd.length > 0) {
      this.confirmOdd();
    }
    const { fromEpochMs, untilEpochMs, gain, momentary, unknown, rollovers, falls, undecided, fallCount, riseCount } =
      this;
    const isFalling = fallCount > FALLS_PER_RISE * riseCount + TOLERATED_FALLS;
    return { fromEpochMs, untilEpochMs, gain, momentary, unknown, rollovers, falls, undecided, isFalling };
  }

  private count(reading: OddReading): void {
    const { index, atEpochMs, value } = reading;
    const { last, odd } = this;
    if (last === undefined || Number.isNaN(last)) {
      this.setGain(index, last === undefined ? 0 : NaN);
      this.setLast(value, atEpochMs);
    } else if (!this.isImplausibleFall(value, atEpochMs) && !this.isJump(value, atEpochMs)) {
      if (value < last) {
        this.falls.push(this.pairTo(reading, last));
      }
      this.leaveOutOdd();
      this.setGain(index, this.difference(last, value));
      this.setLast(value, atEpochMs);
    } else if (odd.length < MAX_MOMENTARY_READINGS && !this.countsUp(value)) {
      odd.push(reading);
    } else {
      this.confirmOdd(reading);
      this.count(reading);
    }
  }

  private isImplausibleFall(value: number, atEpochMs: EpochMs): boolean {
    const { last } = this;
    return last !== undefined && (isFall(last, value) || last - value > this.plausible(atEpochMs));
  }

  private isJump(value: number, atEpochMs: EpochMs): boolean {
    const { last } = this;
    return last !== undefined && value - last > this.plausible(atEpochMs);
  }

  private plausible(atEpochMs: EpochMs): number {
    const course = this.courseAt(atEpochMs);
    return plausibleGain(course, atEpochMs - this.lastAtEpochMs, course.jumpHours);
  }

  /** Not known if the value before may be a momentary fall, of which the value in which it fell is unknown. */
  private difference(last: number, value: number): number {
    // Whether the value would fall if it went back: the one before may have been low for a moment.
    return this.knownReadings <= MAX_MOMENTARY_READINGS && isFall(value, last) ? NaN : value - last;
  }

  /** Whether the odd readings and the value rise together by more than a correction. */
  private countsUp(value: number): boolean {
    const [first] = this.odd;
    return first !== undefined && value - first.value >= Math.abs(this.last ?? NaN) * CORRECTION_SHARE;
  }

  /** The value of the first of the odd readings stays; the others are counted from there. @param next after them, if there is one */
  private confirmOdd(next?: KnownReading): void {
    const [first, ...others] = this.odd;
    const { last } = this;
    if (first === undefined || last === undefined) {
      return;
    }
    this.odd = [];
    const stretch = this.pairTo(first, last);
    const { kind, gain } = this.judge(stretch, others[0] ?? next);
    if (kind === 'unknown') {
      this.unknown.push(stretch);
    } else if (kind === 'rollover') {
      this.rollovers.push(stretch);
    }
    if (first.value < last) {
      this.falls.push(stretch);
    }
    this.setGain(first.index, gain);
    this.setLast(first.value, first.atEpochMs);
    others.forEach((reading) => this.count(reading));
  }

  /** Not known either if it depends on when in its bucket the last reading was. */
  private judge({ toEpochMs, last, value }: ReadingPair, next: KnownReading | undefined): Verdict {
    if (value > last) {
      const goesOn = next !== undefined && next.value - value >= (value - last) * PACE_SHARE;
      return goesOn ? { kind: 'pace', gain: value - last } : { kind: 'unknown', gain: NaN };
    }
    if (!isFall(last, value)) {
      return { kind: 'unknown', gain: NaN };
    }
    const course = this.courseAt(toEpochMs);
    const latest = judgeFall(last, value, course, toEpochMs - this.lastUntilEpochMs);
    const earliest = judgeFall(last, value, course, toEpochMs - this.lastAtEpochMs);
    if (latest.kind === earliest.kind) {
      return latest;
    }
    this.undecided.push(this.lastAtEpochMs);
    return { kind: 'unknown', gain: NaN };
  }

  private pairTo({ atEpochMs, value }: KnownReading, last: number): ReadingPair {
    return { fromEpochMs: this.lastAtEpochMs, toEpochMs: atEpochMs, last, value };
  }

  private leaveOutOdd(): void {
    this.setGains(this.odd, 0);
    this.momentary.push(...this.odd.flatMap(({ index, atEpochMs }) => (index < 0 ? [] : [atEpochMs])));
    this.odd = [];
  }

  private compare(value: number): void {
    this.riseCount += value > this.previous ? 1 : 0;
    this.fallCount += value < this.previous ? 1 : 0;
    this.previous = value;
  }

  private add(fromEpochMs: EpochMs, untilEpochMs: EpochMs): number {
    this.fromEpochMs.push(fromEpochMs);
    this.untilEpochMs.push(untilEpochMs);
    return this.gain.push(NaN) - 1;
  }

  private setLast(value: number, atEpochMs: EpochMs, untilEpochMs = atEpochMs, readings = 1): void {
    this.last = this.highest = value;
    this.lastAtEpochMs = atEpochMs;
    this.lastUntilEpochMs = untilEpochMs;
    this.knownReadings += readings;
  }

  private setGains(readings: readonly OddReading[], gain: number): void {
    readings.forEach(({ index }) => this.setGain(index, gain));
  }

  private setGain(index: number, gain: number): void {
    if (index >= 0) {
      this.gain[index] = gain;
    }
  }
}

/**
 * The rows in order of time, and several readings at one instant from the lowest to the highest: a server may send these in
 * any order.
 */
export function countingOrder({ timeEpochMs, avg }: Rows): Iterable<number> {
  const isStrict = timeEpochMs.every((time, row) => row === 0 || time > timeEpochMs[row - 1]!);
  const order = timeEpochMs.keys();
  return isStrict ? order : [...order].sort((a, b) => timeEpochMs[a]! - timeEpochMs[b]! || avg[a]! - avg[b]!);
}

function constantCourse(meter: Meter): () => Course {
  const course = courseOfMeter(meter);
  return () => course;
}

/** True if some readings of a bucket may be of one meter, and some of another. */
export function isReplacedWithin({ replacements }: Meter, fromEpochMs: EpochMs, untilEpochMs: EpochMs): boolean {
  return replacements.some(({ atEpochMs }) => atEpochMs > fromEpochMs && atEpochMs < untilEpochMs);
}

/** True for a fall that is no correction. */
export function isFall(last: number, value: number): boolean {
  return value < last - Math.abs(last) * CORRECTION_SHARE;
}
