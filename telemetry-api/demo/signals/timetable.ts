import { uniform, keyOf } from './hash.ts';

const { floor } = Math;

/** An event with a duration, such as a trip, a gap or a delivery. */
interface Occurrence {
  /** Slot number in the timetable, which identifies the event. */
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TimetableOptions {
  /** Length of a slot, with at most one event each. Any time range of two slots contains a whole one. */
  readonly everyMs: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Share of the slots with an event; 1 by default. */
  readonly share?: number;
  /** Start of the first slot, to align a timetable with the start of the plant; 0 by default. */
  readonly originMs?: number;
}

export interface Timetable {
  /** The event at an instant. */
  at(epochMs: number): Occurrence | undefined;
  /** The last event that started at or before an instant; looks back three slots. */
  latest(epochMs: number): Occurrence | undefined;
}

export function timetable(name: string, options: TimetableOptions): Timetable {
  const { everyMs, shortestMs, longestMs, share = 1, originMs = 0 } = options;
  const key = keyOf(`timetable ${name}`);

  function ofSlot(index: number): Occurrence | undefined {
    if (uniform(key, index * 3) >= share) {
      return undefined;
    }
    const durationMs = shortestMs + uniform(key, index * 3 + 1) * (longestMs - shortestMs);
    // Starts at a whole second and fits into its slot.
    const startMs =
      originMs + index * everyMs + floor((uniform(key, index * 3 + 2) * (everyMs - durationMs)) / 1000) * 1000;
    return { index, startMs, endMs: startMs + durationMs };
  }

  let slot = Number.NaN;
  let cached: Occurrence | undefined;

  function inSlot(index: number): Occurrence | undefined {
    if (index !== slot) {
      slot = index;
      cached = ofSlot(index);
    }
    return cached;
  }

  const slotOf = (epochMs: number) => floor((epochMs - originMs) / everyMs);
  return {
    at(epochMs) {
      const event = inSlot(slotOf(epochMs));
      return event && epochMs >= event.startMs && epochMs < event.endMs ? event : undefined;
    },
    latest(epochMs) {
      const here = slotOf(epochMs);
      const now = inSlot(here);
      if (now && now.startMs <= epochMs) {
        return now;
      }
      return ofSlot(here - 1) ?? ofSlot(here - 2) ?? ofSlot(here - 3);
    },
  };
}
