import type { EpochMs } from '../../time/window';

export const OPERATORS = ['>', '>=', '<', '<=', '=', '!=', 'between', 'outside'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A comparison: true for some values, or for all others. */
export type Condition = IntervalCondition | OneOfCondition;

interface IntervalCondition {
  readonly low: number;
  readonly high: number;
  /** Whether the limits themselves lie in the interval. */
  readonly includesLow: boolean;
  readonly includesHigh: boolean;
  /** True: the condition holds outside the interval. */
  readonly isOutside: boolean;
}

interface OneOfCondition {
  /** Several. */
  readonly values: readonly number[];
  /** True: the condition holds for all others. */
  readonly isOutside: boolean;
}

const INSIDE = { includesLow: true, includesHigh: true, isOutside: false };

/**
 * @param limits the value; two of them in any order for `between`, which includes them, and `outside`, which does not; any number of them
 *   for `=` and `!=`, which then mean one of them and none of them
 */
export function createCondition(operator: Operator, limits: readonly number[]): Condition {
  const [limit = NaN, other = limit] = limits;
  if (limits.length > 1 && (operator === '=' || operator === '!=')) {
    return { values: limits, isOutside: operator === '!=' };
  }
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
  const isMeant = 'values' in condition ? condition.values.includes(value) : isInside(condition, value);
  return isMeant !== condition.isOutside;
}

/** Whether the condition holds for all values between two, for none (false), or depends on the value (undefined). */
export function holdsBetween(condition: Condition, low: number, high: number): boolean | undefined {
  if ('values' in condition) {
    const isOne = low === high;
    return isOne || !condition.values.some((value) => low <= value && value <= high)
      ? holds(condition, low)
      : undefined;
  }
  if (isInside(condition, low) && isInside(condition, high)) {
    return !condition.isOutside;
  }
  const isBelow = high < condition.low || (high === condition.low && !condition.includesLow);
  const isAbove = low > condition.high || (low === condition.high && !condition.includesHigh);
  return isBelow || isAbove ? condition.isOutside : undefined;
}

/**
 * Cuts a straight line where it crosses the limits, at whole milliseconds, so that the parts of a range add up to it exactly.
 * @param visit called with the parts that have a length, ascending: the condition holds all the time or never, except for single instants
 */
export function cutLine(
  condition: Condition,
  fromEpochMs: EpochMs,
  toEpochMs: EpochMs,
  fromValue: number,
  toValue: number,
  visit: (fromEpochMs: EpochMs, toEpochMs: EpochMs, isTrue: boolean) => void
): void {
  if ('values' in condition) {
    // A line that rises or falls has each value for an instant alone.
    visit(fromEpochMs, toEpochMs, fromValue === toValue ? holds(condition, fromValue) : condition.isOutside);
    return;
  }
  const isRising = fromValue <= toValue;
  const near = isRising ? condition.low : condition.high;
  const far = isRising ? condition.high : condition.low;
  // Without arrays and closures, which the backend would make for every two readings. A limit that is not crossed cuts nothing off.
  let nearMs = fromEpochMs;
  let nearValue = fromValue;
  if (isBetween(near, fromValue, toValue)) {
    nearMs = crossingTime(fromEpochMs, toEpochMs, fromValue, toValue, near);
    nearValue = near;
  }
  let farMs = nearMs;
  let farValue = nearValue;
  if (isBetween(far, fromValue, toValue)) {
    farMs = Math.max(nearMs, crossingTime(fromEpochMs, toEpochMs, fromValue, toValue, far));
    farValue = far;
  }
  if (fromEpochMs < nearMs) {
    visit(fromEpochMs, nearMs, holds(condition, middle(fromValue, nearValue)));
  }
  if (nearMs < farMs) {
    visit(nearMs, farMs, holds(condition, middle(nearValue, farValue)));
  }
  if (farMs < toEpochMs) {
    visit(farMs, toEpochMs, holds(condition, middle(farValue, toValue)));
  }
}

function isBetween(limit: number, value: number, other: number): boolean {
  return (limit > value && limit < other) || (limit < value && limit > other);
}

/** Half of each first: the sum of two large values is infinite. */
function middle(value: number, other: number): number {
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

function isInside({ low, high, includesLow, includesHigh }: IntervalCondition, value: number): boolean {
  return (includesLow ? value >= low : value > low) && (includesHigh ? value <= high : value < high);
}
