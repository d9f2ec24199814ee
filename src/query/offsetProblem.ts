import { nominalMs } from '../core/time/step';
import { HOUR_MS } from '../core/time/window';
import { namesVariable } from './namesVariable';
import { parseInterval } from './requestedInterval';
import { type OffsetProblem, parseOffset } from './stepOffset';

/** True where it makes a difference at what time of day the steps of an interval begin: they last hours, or may do so. */
export function takesOffset(interval: string): boolean {
  const parsed = parseInterval(interval);
  return namesVariable(interval) || (parsed.kind === 'step' && nominalMs(parsed.step) >= HOUR_MS);
}

/** What is wrong with an offset's text; undefined when it may be saved. A variable is judged when it is known. */
export function offsetProblem(text: string, interval: string): OffsetProblem | undefined {
  const parsed = namesVariable(text) ? undefined : parseOffset(text, parseInterval(interval));
  return parsed === undefined || parsed.kind === 'offset' ? undefined : parsed;
}
