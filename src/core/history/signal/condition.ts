import type { EpochMs } from '../../time/window';

export const OPERATORS = ['>', '>=', '<', '<=', '=', '!=', 'between', 'outside'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A comparison with one or two limits: true for the values of an interval, or for all others. */
export interface Condition {
  readonly low: number;
  readonly high: number;
  /** Whether the limits themselves lie in the interval. */
  readonly includesLow: boolean;
  readonly includesHigh: boolean;
  /** True: the condition holds outside the interval. */
  readonly isOutside: boolean;
}

const INSIDE = { includesLow: true, includesHigh: true, isOutside: false };

/**
 * @param limits the value; two of them in any order for `between`, which includes them, and `outside`, which does not
 */
export function createCondition(operator: Operator, [limit = NaN, other = limit]: readonly number[]): Condition {
  const low = Math.min(limit, other);
  const high = Math.max(limit, other);
  switch (operator) {
    case '>':
      return { ...INSIDE, low: limit, high: Infinity, includesLow: false };
    case '>=':
      return { ...INSIDE, low: limit, high: Infinity };
    case '<':
      return { ...INSIDE, low: -Infinity, high: limit, includesHigh: false };
    case '<=':
      return { ...INSIDE, low: -Infinity, high: limit };
    case '=':
      return { ...INSIDE, low: limit, high: limit };
    case '!=':
      return { ...INSIDE, low: limit, high: limit, isOutside: true };
    case 'between':
      return { ...INSIDE, low, high };
    case 'outside':
      return { ...INSIDE, low, high, isOutside: true };
  }
}

export function holds(condition: Condition, value: number): boolean {
  return isInside(condition, value) !== condition.isOutside;
}

/** Whether the condition holds for all values between two, for none (false), or depends on the value (undefined). */
export function holdsBetween(condition: Condition, low: number, high: number): boolean | undefined {
  if (isInside(condition, low) && isInside(condition, high)) {
    return !condition.isOutside;
  }
  const isBelow = high < condition.low || (high === condition.low && !condition.includesLow);
  const isAbove = low > condition.high || (low === condition.high && !condition.includesHigh);
  return isBelow || isAbove ? condition.isOutside : undefined;
}

/** A part of a line on which the condition holds all the time or never, except for single instants. */
export interface LinePart {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly isTrue: boolean;
}

/**
 * Cuts a straight line where it crosses the limits, at whole milliseconds, so that the parts of a range add up to it exactly.
 * @returns the parts that have a length, ascending
 */
export function cutLine(
  condition: Condition,
  fromEpochMs: EpochMs,
  toEpochMs: EpochMs,
  fromValue: number,
  toValue: number
): LinePart[] {
  const lowest = Math.min(fromValue, toValue);
  const highest = Math.max(fromValue, toValue);
  const limits = [...new Set([condition.low, condition.high])].filter((limit) => limit > lowest && limit < highest);
  const values = [fromValue, ...(fromValue > toValue ? limits.reverse() : limits), toValue];
  const parts: LinePart[] = [];
  let from = fromEpochMs;
  for (let index = 1; index < values.length; index++) {
    const isLast = index === values.length - 1;
    const crossing = isLast ? toEpochMs : crossingTime(fromEpochMs, toEpochMs, fromValue, toValue, values[index]!);
    if (from < crossing) {
      const isTrue = holds(condition, between(values[index - 1]!, values[index]!));
      parts.push({ fromEpochMs: from, toEpochMs: crossing, isTrue });
      from = crossing;
    }
  }
  return parts;
}

/** Half of each first: the sum of two large values is infinite. */
function between(value: number, other: number): number {
  return value === other ? value : value / 2 + other / 2;
}

function crossingTime(from: EpochMs, to: EpochMs, fromValue: number, toValue: number, limit: number): EpochMs {
  const product = (limit - fromValue) * (to - from);
  const share =
    Number.isFinite(product) && Number.isFinite(toValue - fromValue)
      ? product / (toValue - fromValue)
      : ((limit / 2 - fromValue / 2) / (toValue / 2 - fromValue / 2)) * (to - from);
  return Math.min(to, Math.max(from, Math.round(from + share)));
}

function isInside({ low, high, includesLow, includesHigh }: Condition, value: number): boolean {
  return (includesLow ? value >= low : value > low) && (includesHigh ? value <= high : value < high);
}
