import { DAY_MS } from '../durations.ts';
import { chance, keyOf } from './hash.ts';
import type { Signal } from './signal.ts';
import type { Timetable } from './timetable.ts';

const { exp, floor, min, sin, PI } = Math;

/**
 * How far a process has been carried off by happenings, 0 to 1: it goes with one time constant while they last
 * and comes back with another.
 */
export function excursion(happenings: Timetable, awayMs: number, backMs: number): Signal {
  return (epochMs) => {
    const happening = happenings.latest(epochMs);
    if (!happening) {
      return 0;
    }
    const lastedMs = min(epochMs, happening.endMs) - happening.startMs;
    const reached = 1 - exp(-lastedMs / awayMs);
    return epochMs < happening.endMs ? reached : reached * exp(-(epochMs - happening.endMs) / backMs);
  };
}

/** A jolt of given length that rises at once and falls in a straight line, 1 at its top. */
export function jolt(happenings: Timetable): Signal {
  return (epochMs) => {
    const happening = happenings.at(epochMs);
    return happening ? 1 - (0.6 * (epochMs - happening.startMs)) / (happening.endMs - happening.startMs) : 0;
  };
}

/** Age of a part in ms: it is changed when its life is over. */
export function partAge(name: string, lifeMs: number): Signal {
  const offsetMs = floor(chance(keyOf(`part ${name}`), 0) * lifeMs);
  return (epochMs) => (((epochMs + offsetMs) % lifeMs) + lifeMs) % lifeMs;
}

/** Wear of a part, 0 when new to 1 at the end of its life: hardly seen for most of it, then ever faster. */
export function wearAt(ageMs: number, lifeMs: number): number {
  return (exp((5 * ageMs) / lifeMs) - 1) / (exp(5) - 1);
}

/** Rises in a straight line from 0 to 1 and starts again: a filter that clogs and is washed. */
export function ramp(lifeMs: number, originMs: number): Signal {
  return (epochMs) => ((((epochMs - originMs) % lifeMs) + lifeMs) % lifeMs) / lifeMs;
}

/** Slow drift of an instrument, ±1 over some weeks. */
export function drift(name: string): Signal {
  const phase = chance(keyOf(`drift ${name}`), 0) * 2 * PI;
  return (epochMs) => sin(phase + (2 * PI * epochMs) / (37 * DAY_MS));
}
