import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow, windowMs } from './window';

/**
 * The distance between two points of a chart, in the units people use.
 * Days, weeks and months are calendar units: their length depends on the zone and the date.
 */
export interface Step {
  readonly count: number;
  readonly unit: StepUnit;
}

export type StepUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M';

/** Length of a unit. Calendar units have their usual length (a month of 30.4 days): for comparing steps, not for computing edges. */
const NOMINAL_MS: Readonly<Record<StepUnit, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  M: 30.4375 * DAY_MS,
};

/** Ten years. A longer step is a typing error. */
const LONGEST_MS = 3660 * DAY_MS;

/** The steps that "auto" chooses from, finest first: round lengths that people are used to. */
export const READABLE_STEPS: readonly Step[] = (
  '1s 2s 5s 10s 15s 30s 1m 2m 5m 10m 15m 30m 1h 2h 3h 4h 6h 8h 12h 1d 1w 1M' as const
)
  .split(' ')
  .map(parseKnownStep);

/** How long a step usually is, in milliseconds. */
export function nominalMs(step: Step): number {
  return step.count * NOMINAL_MS[step.unit];
}

/** How far the result of `approximateStep` may be from the length. */
const APPROXIMATION = 0.05;

/** A length as people would say it, in the largest unit that is about right: 953.9 s → `16m`. Undefined if none is: 3.6 s. */
export function approximateStep(lengthMs: number): Step | undefined {
  const units: readonly StepUnit[] = ['M', 'w', 'd', 'h', 'm', 's'];
  return units
    .map((unit) => ({ count: Math.round(lengthMs / NOMINAL_MS[unit]), unit }))
    .find((step) => step.count > 0 && Math.abs(nominalMs(step) - lengthMs) <= APPROXIMATION * lengthMs);
}

/** `{ count: 5, unit: 'm' }` → `5m`. */
export function formatStep(step: Step): string {
  return `${step.count}${step.unit}`;
}

/**
 * Parses `30s`, `5m`, `8h`, `1d`, `1w`, `1M`. Undefined if the text is not a step: no unit, zero, a fraction, more than ten
 * years, or seconds, minutes or hours that neither divide a day nor add up to whole days, because the points of one day
 * would then be at other times than those of the next.
 */
export function parseStep(text: string): Step | undefined {
  const match = /^\s*(\d{1,6})\s*([smhdwM])\s*$/.exec(text);
  if (!match) {
    return undefined;
  }
  const step: Step = { count: Number(match[1]), unit: match[2] as StepUnit };
  const lengthMs = nominalMs(step);
  if (step.count < 1 || lengthMs > LONGEST_MS) {
    return undefined;
  }
  if (step.unit === 's' || step.unit === 'm' || step.unit === 'h') {
    if (lengthMs >= DAY_MS) {
      return lengthMs % DAY_MS === 0 ? { count: lengthMs / DAY_MS, unit: 'd' } : undefined;
    }
    return DAY_MS % lengthMs === 0 ? step : undefined;
  }
  return step;
}

/** How long a step has to be, so that a panel which can show so many points side by side shows all of a window. */
export function leastStepMs(
  window: TimeWindow,
  { points, minStepMs }: { readonly points: number; readonly minStepMs: number }
): number {
  return Math.max(windowMs(window) / Math.max(1, points), minStepMs);
}

/** The readable steps that are at least `lengthMs` long, finest first; whole months beyond the longest. */
export function readableStepsFrom(lengthMs: number): readonly [Step, ...Step[]] {
  const [finest, ...coarser] = READABLE_STEPS.filter((step) => nominalMs(step) >= lengthMs);
  return finest === undefined ? [{ count: Math.ceil(lengthMs / NOMINAL_MS.M), unit: 'M' }] : [finest, ...coarser];
}

function parseKnownStep(text: string): Step {
  const step = parseStep(text);
  if (!step) {
    throw new Error(`Not a step: ${text}`);
  }
  return step;
}

/** What the server can return: raw readings, or buckets of one of three lengths. */
export type Level = 'raw' | BucketLevel;
export type BucketLevel = '1m' | '1h' | '1d';
/** The levels that a query can name. A day is one of the dashboard's time zone, and so a step: the server's may begin elsewhere. */
export type FixedLevel = Exclude<Level, '1d'>;

/** Finest first. */
export const LEVELS: readonly Level[] = ['raw', '1m', '1h', '1d'];
export const BUCKET_LEVELS: readonly BucketLevel[] = ['1m', '1h', '1d'];

/** Length of a bucket in milliseconds. A day is 24 h, although `1d` may be of a zone with DST: exact edges are those of `LevelGrid`. */
export const BUCKET_MS: Readonly<Record<BucketLevel, number>> = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS };

/** The buckets of a level as steps. */
export const LEVEL_STEP: Readonly<Record<BucketLevel, Step>> = {
  '1m': { count: 1, unit: 'm' },
  '1h': { count: 1, unit: 'h' },
  '1d': { count: 1, unit: 'd' },
};

export function isFixedLevel(value: unknown): value is FixedLevel {
  return value !== '1d' && LEVELS.some((level) => level === value);
}
