import { chance, keyOf } from './hash.ts';

const { floor } = Math;

/** Something that happens now and then and takes a while: a trip, a gap, a delivery. */
interface Happening {
  /** Counts the slots of the timetable; the same happening always has the same one. */
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TimetableOptions {
  /** One slot; at most one happening in each. In any stretch of two slots there is a whole slot. */
  readonly everyMs: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Share of the slots in which it happens; 1 unless told. */
  readonly share?: number;
  /** Where slots begin, so that a timetable can be tied to the start of the plant; 0 unless told. */
  readonly originMs?: number;
}

export interface Timetable {
  /** The happening in which an instant lies. */
  at(epochMs: number): Happening | null;
  /** The last happening that had begun by an instant; looks back three slots. */
  latest(epochMs: number): Happening | null;
}

export function timetable(name: string, options: TimetableOptions): Timetable {
  const { everyMs, shortestMs, longestMs, share = 1, originMs = 0 } = options;
  const key = keyOf(`timetable ${name}`);

  function ofSlot(index: number): Happening | null {
    if (chance(key, index * 3) >= share) {
      return null;
    }
    const durationMs = shortestMs + chance(key, index * 3 + 1) * (longestMs - shortestMs);
    // Whole seconds, and whole inside its slot.
    const startMs =
      originMs + index * everyMs + floor((chance(key, index * 3 + 2) * (everyMs - durationMs)) / 1000) * 1000;
    return { index, startMs, endMs: startMs + durationMs };
  }

  let slot = Number.NaN;
  let held: Happening | null = null;

  function inSlot(index: number): Happening | null {
    if (index !== slot) {
      slot = index;
      held = ofSlot(index);
    }
    return held;
  }

  const slotOf = (epochMs: number) => floor((epochMs - originMs) / everyMs);
  return {
    at(epochMs) {
      const happening = inSlot(slotOf(epochMs));
      return happening && epochMs >= happening.startMs && epochMs < happening.endMs ? happening : null;
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
