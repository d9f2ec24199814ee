import { minuteMs, secondMs } from './durations.ts';
import { type Cadence } from './plantModel.ts';
import { type Timetable } from './signals/timetable.ts';

export const everySecond = steady(secondMs);
export const every10Seconds = steady(10 * secondMs);
export const everyMinute = steady(minuteMs);
export const every5Minutes = steady(5 * minuteMs);
export const every15Minutes = steady(15 * minuteMs);
export const every30Minutes = steady(30 * minuteMs);

/** States: kept when they change, and once an hour to show that they still hold. */
export const onChange: Cadence = { kind: 'onChange', scanMs: minuteMs, heartbeatMs: 60 * minuteMs };

export function inBursts(bursts: Timetable): Cadence {
  return { kind: 'bursts', everyMs: 5 * minuteMs, bursts, denseMs: 2 * secondMs };
}

function steady(everyMs: number): Cadence {
  return { kind: 'steady', everyMs };
}
