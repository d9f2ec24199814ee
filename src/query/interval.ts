import {
  BUCKET_MS,
  formatStep,
  type FixedLevel,
  isFixedLevel,
  nominalMs,
  parseStep,
  type Step,
} from '../core/time/step';
import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import { containsVariable } from './dashboard';

/*
 * The two texts of a saved query that set its steps: `interval`, their length, and `offset`, the time of day at which
 * they start. Both may hold a variable, which is checked when its value is known.
 */

/** The interval that follows the width of the panel. */
export const INTERVAL_AUTO = 'auto';
/** The interval that is as long as the time range, whatever its ends are. */
export const INTERVAL_RANGE = 'range';

/** What an interval means. `invalid` keeps the text for the error message. */
export type ParsedInterval =
  | { readonly kind: 'auto' }
  | { readonly kind: 'level'; readonly level: FixedLevel }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'range' }
  | { readonly kind: 'invalid'; readonly text: string };

/** Why an interval is invalid. `cutsDays` has the nearest valid steps. */
export type IntervalProblem =
  { readonly kind: 'notAnInterval' } | { readonly kind: 'cutsDays'; readonly nearest: readonly string[] };

/** What an offset means for an interval. */
export type ParsedOffset = { readonly kind: 'offset'; readonly offsetMs: number } | OffsetProblem;

/** Why steps cannot start at an offset, with the values that the error message needs. */
export type OffsetProblem =
  | { readonly kind: 'notATime'; readonly text: string }
  | { readonly kind: 'movesLevel'; readonly text: string; readonly level: FixedLevel; readonly instead: string };

/** Parses `auto`, `range`, a level (`raw`, also by its wire name `crudo`, `1m`, `1h`) or a step such as `5m` or `1d`. */
export function parseInterval(text: string): ParsedInterval {
  const word = text.trim();
  if (word === INTERVAL_AUTO || word === '') {
    return { kind: 'auto' };
  }
  if (word === INTERVAL_RANGE) {
    return { kind: 'range' };
  }
  if (word === 'crudo') {
    return { kind: 'level', level: 'raw' };
  }
  if (isFixedLevel(word)) {
    return { kind: 'level', level: word };
  }
  const step = parseStep(word);
  return step === undefined ? { kind: 'invalid', text: word } : { kind: 'step', step };
}

/** What is wrong with an interval; undefined if it can be saved. */
export function intervalProblem(text: string): IntervalProblem | undefined {
  if (containsVariable(text) || parseInterval(text).kind !== 'invalid') {
    return undefined;
  }
  const match = /^\s*([1-9]\d{0,5})\s*([smh])\s*$/.exec(text);
  const nearest = match ? nearestSteps(Number(match[1]), match[2] as keyof typeof UNITS_PER_DAY) : [];
  return nearest.length > 0 ? { kind: 'cutsDays', nearest } : { kind: 'notAnInterval' };
}

const UNITS_PER_DAY = { s: 86_400, m: 1_440, h: 24 };

/** The next shorter and the next longer step in the same unit. Either is less than a day away, if it exists. */
function nearestSteps(count: number, unit: keyof typeof UNITS_PER_DAY): string[] {
  return [-1, 1].flatMap((direction) => {
    for (let distance = 1; distance <= UNITS_PER_DAY[unit]; distance += 1) {
      const step = parseStep(`${count + direction * distance}${unit}`);
      if (step) {
        return [formatStep(step)];
      }
    }
    return [];
  });
}

/** True if the steps of an interval can start at another time of day: they are an hour or longer, or a variable. */
export function takesOffset(interval: string): boolean {
  const parsed = parseInterval(interval);
  return containsVariable(interval) || (parsed.kind === 'step' && nominalMs(parsed.step) >= HOUR_MS);
}

/** What is wrong with an offset; undefined if it can be saved. */
export function offsetProblem(text: string, interval: string): OffsetProblem | undefined {
  const parsed = containsVariable(text) ? undefined : parseOffset(text, parseInterval(interval));
  return parsed === undefined || parsed.kind === 'offset' ? undefined : parsed;
}

/** Steps as long as the buckets of a level. Unlike buckets, they can start at any time. */
const STEP_AS_LONG_AS = { '1m': '60s', '1h': '60m' };

/**
 * Parses the time of day at which steps start, `06:00` or `22:30`; empty means midnight. It is a time and not a duration
 * so that it also holds on the days of a DST change, when 06:00 is five or seven hours after midnight.
 * "Auto" and raw readings have no steps to move. The server's buckets cannot be moved, so another time is a problem.
 */
export function parseOffset(text: string, interval: ParsedInterval): ParsedOffset {
  const offsetMs = timeOfDayMs(text.trim());
  if (offsetMs === undefined) {
    return { kind: 'notATime', text: text.trim() };
  }
  if (interval.kind === 'level' && interval.level !== 'raw' && offsetMs % BUCKET_MS[interval.level] !== 0) {
    const { level } = interval;
    return { kind: 'movesLevel', text: text.trim(), level, instead: STEP_AS_LONG_AS[level] };
  }
  return { kind: 'offset', offsetMs: interval.kind === 'step' ? offsetMs : 0 };
}

function timeOfDayMs(text: string): number | undefined {
  if (text === '') {
    return 0;
  }
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS : undefined;
}
