import { MINUTE_MS, SECOND_MS } from './durations.ts';
import type { Cadence } from './plantModel.ts';
import type { Timetable } from './signals/timetable.ts';

export const everySecond = steady(SECOND_MS);
export const every10Seconds = steady(10 * SECOND_MS);
export const everyMinute = steady(MINUTE_MS);
export const every5Minutes = steady(5 * MINUTE_MS);
export const every15Minutes = steady(15 * MINUTE_MS);
export const every30Minutes = steady(30 * MINUTE_MS);

/** States: logged on change, and once an hour as a heartbeat. */
export const onChange: Cadence = { kind: 'onChange', scanMs: MINUTE_MS, heartbeatMs: 60 * MINUTE_MS };

export function inBursts(bursts: Timetable): Cadence {
  return { kind: 'bursts', everyMs: 5 * MINUTE_MS, bursts, denseMs: 2 * SECOND_MS };
}

function steady(everyMs: number): Cadence {
  return { kind: 'steady', everyMs };
}
