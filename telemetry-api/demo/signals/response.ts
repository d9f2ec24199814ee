import { DAY_MS } from '../durations.ts';
import { uniform, keyOf } from './hash.ts';
import type { Signal } from './signal.ts';
import type { Timetable } from './timetable.ts';

const { exp, floor, min, sin, PI } = Math;

/**
 * How far events move a process from its normal value, 0 to 1: it rises with one time constant during an event
 * and returns with another.
 */
export function excursion(events: Timetable, awayMs: number, backMs: number): Signal {
  return (epochMs) => {
    const event = events.latest(epochMs);
    if (!event) {
      return 0;
    }
    const lastedMs = min(epochMs, event.endMs) - event.startMs;
    const reached = 1 - exp(-lastedMs / awayMs);
    return epochMs < event.endMs ? reached : reached * exp(-(epochMs - event.endMs) / backMs);
  };
}

/** A pulse that rises to 1 at once and falls linearly to 0.4 during the event. */
export function pulse(events: Timetable): Signal {
  return (epochMs) => {
    const event = events.at(epochMs);
    return event ? 1 - (0.6 * (epochMs - event.startMs)) / (event.endMs - event.startMs) : 0;
  };
}

/** Age in ms of a part that is replaced at the end of its life. */
export function partAge(name: string, lifeMs: number): Signal {
  const offsetMs = floor(uniform(keyOf(`part ${name}`), 0) * lifeMs);
  return (epochMs) => (((epochMs + offsetMs) % lifeMs) + lifeMs) % lifeMs;
}

/** Wear of a part, from 0 when new to 1 at the end of its life; exponential. */
export function wearAt(ageMs: number, lifeMs: number): number {
  return (exp((5 * ageMs) / lifeMs) - 1) / (exp(5) - 1);
}

/** Rises linearly from 0 to 1 and starts again, like a filter that clogs and is washed. */
export function ramp(lifeMs: number, originMs: number): Signal {
  return (epochMs) => ((((epochMs - originMs) % lifeMs) + lifeMs) % lifeMs) / lifeMs;
}

/** Slow drift of an instrument, ±1 over several weeks. */
export function drift(name: string): Signal {
  const phase = uniform(keyOf(`drift ${name}`), 0) * 2 * PI;
  return (epochMs) => sin(phase + (2 * PI * epochMs) / (37 * DAY_MS));
}
