import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { keyOf, smoothNoise, uniform } from './random.ts';
import { clamp, type SignalFunction } from './signal.ts';

/**
 * Signals of time alone, from which machines are declared. They count from the seeding, so that every plant tells the same story
 * whenever it was seeded: only what follows the local clock (calendar.ts) depends on the date.
 */

const { floor, sin, PI } = Math;

/** A smooth random variation around 0 with a standard deviation of about 0.8. @param minutes between two random points */
export function wander(minutes: number): SignalFunction {
  return ({ name, anchorMs }) => smoothNoise(name, minutes * MINUTE_MS, anchorMs);
}

/** A sine of amplitude 1. */
export function wave(periodSeconds: number): SignalFunction {
  return ({ anchorMs }) =>
    (epochMs) =>
      sin((2 * PI * (epochMs - anchorMs)) / (periodSeconds * SECOND_MS));
}

/** Rises from 0 to 1 and starts again. @param fromHours a start, in hours from the seeding; random by default */
export function sawtooth(everyHours: number, fromHours?: number): SignalFunction {
  const periodMs = everyHours * HOUR_MS;
  return ({ name, anchorMs }) => {
    const originMs = anchorMs + (fromHours === undefined ? uniform(keyOf(name), 0) * periodMs : fromHours * HOUR_MS);
    return (epochMs) => ((((epochMs - originMs) % periodMs) + periodMs) % periodMs) / periodMs;
  };
}

/** Rises from 0 to 1 once, and stays there. @param fromHours start, in hours from the seeding */
export function onset(fromHours: number, hours: number): SignalFunction {
  return ({ anchorMs }) => {
    const fromMs = anchorMs + fromHours * HOUR_MS;
    return (epochMs) => clamp((epochMs - fromMs) / (hours * HOUR_MS), 0, 1);
  };
}

/** 1 during a single event, otherwise 0. @param fromHours start, in hours from the seeding */
export function once(fromHours: number, minutes: number): SignalFunction {
  return ({ anchorMs }) => {
    const fromMs = anchorMs + fromHours * HOUR_MS;
    const toMs = fromMs + minutes * MINUTE_MS;
    return (epochMs) => (epochMs >= fromMs && epochMs < toMs ? 1 : 0);
  };
}

interface EventOptions {
  /** Length of a slot, with at most one event each. Any time range of two slots contains a whole one. */
  readonly everyHours: number;
  /** Shortest and longest event. */
  readonly minutes: readonly [number, number];
  /** Share of the slots with an event; 1 by default. */
  readonly share?: number;
}

/** 1 during events at random times, such as a fault or a gap, otherwise 0. */
export function windows(options: EventOptions): SignalFunction {
  return events(options, () => 1);
}

/** 0.4 to 1 during events, different for each, otherwise 0. */
export function spikes(options: EventOptions): SignalFunction {
  return events(options, (random) => 0.4 + 0.6 * random);
}

/** @param height of an event, from a random number in [0, 1) */
function events(
  { everyHours, minutes: [shortest, longest], share = 1 }: EventOptions,
  height: (random: number) => number
): SignalFunction {
  const slotMs = everyHours * HOUR_MS;
  return ({ name, anchorMs }) => {
    const key = keyOf(`events ${name}`);
    let slot = Number.NaN;
    let [startMs, endMs, value] = [0, 0, 0];
    return (epochMs) => {
      const wanted = floor((epochMs - anchorMs) / slotMs);
      if (wanted !== slot) {
        slot = wanted;
        const durationMs = MINUTE_MS * (shortest + uniform(key, slot * 4) * (longest - shortest));
        // Starts at a whole second and fits into its slot.
        const delayMs = slot * slotMs + uniform(key, slot * 4 + 1) * (slotMs - durationMs);
        startMs = anchorMs + floor(delayMs / SECOND_MS) * SECOND_MS;
        endMs = startMs + durationMs;
        value = uniform(key, slot * 4 + 2) < share ? height(uniform(key, slot * 4 + 3)) : 0;
      }
      return epochMs >= startMs && epochMs < endMs ? value : 0;
    };
  };
}

export interface TankCycle {
  /** Length of a cycle: emptying and filling. */
  readonly everyHours: number;
  /** Share of the cycle used for filling, at its end. */
  readonly fillingShare: number;
  /** Ranges in % from which each cycle picks the levels at which filling starts and stops. */
  readonly lowest: readonly [number, number];
  readonly highest: readonly [number, number];
}

/** A level in % that falls with use and rises when filled; each cycle has its own low and high level, without jumps in between. */
export function tankCycle({ everyHours, fillingShare, lowest, highest }: TankCycle): SignalFunction {
  return ({ name, anchorMs }) => {
    const key = keyOf(`tank ${name}`);
    const pick = ([least, most]: readonly [number, number], count: number) =>
      least + uniform(key, count) * (most - least);
    return (epochMs) => {
      const position = (epochMs - anchorMs) / (everyHours * HOUR_MS);
      const cycle = floor(position);
      const passed = position - cycle;
      const low = pick(lowest, cycle * 2);
      if (passed >= 1 - fillingShare) {
        const filled = (passed - 1 + fillingShare) / fillingShare;
        return low + (pick(highest, cycle * 2 + 1) - low) * filled;
      }
      const full = pick(highest, cycle * 2 - 1);
      const used = passed / (1 - fillingShare);
      // Use varies: fast, slow, fast.
      return full - (full - low) * (used + 0.06 * sin(used * 4 * PI));
    };
  };
}
