import type { TimeWindow } from '../../src/core/time/window.ts';
import { DAY_MS, HISTORY_TO_MS, HOUR_MS, MINUTE_MS, NOW_MS, numbered, type Sample } from './plant.ts';

/** A series in which a condition holds from time to time. */
export interface PeriodSeries {
  readonly device: string;
  readonly tag: string;
  /** From here to the present it has readings, and is searched. */
  readonly fromEpochMs: number;
  readonly samples: () => Iterable<Sample>;
}

const YEAR_FROM_MS = NOW_MS - 365 * DAY_MS;
const MONTH_FROM_MS = NOW_MS - 30 * DAY_MS;
const SECOND_MS = 1000;

/** Values are below this, except in excursions. */
export const LIMIT = 80;
export const EXCURSIONS_PER_YEAR = 200;
export const CHANGES_PER_YEAR = 5000;
/** Of the states 0 to 3, the one that is searched for. */
export const SEARCHED_STATE = 2;

/** From two minutes to four hours: as many between 2 and 4 minutes as between 2 and 4 hours. */
const SHORTEST_MS = 2 * MINUTE_MS;
const LONGEST_MS = 4 * HOUR_MS;
/** Excursions that are closer are one. */
const SHORTEST_DISTANCE_MS = 10 * MINUTE_MS;
/** At the edges of an excursion, the value rises and falls through the limit this slowly, and its noise crosses it several times. */
const EDGE_MS = MINUTE_MS;

/** A reading every 10 s for a year: 3.15 million. */
export const YEAR: PeriodSeries = {
  device: 'ANUAL',
  tag: 'presion',
  fromEpochMs: YEAR_FROM_MS,
  samples: () => samplesWithExcursions(YEAR_FROM_MS, 10 * SECOND_MS, EXCURSIONS_PER_YEAR, 1),
};

/** A reading at each change of state for a year. */
export const YEAR_OF_STATES: PeriodSeries = {
  device: 'ANUAL',
  tag: 'estado',
  fromEpochMs: YEAR_FROM_MS,
  samples: stateChanges,
};

/** Fifty tags with a reading every minute for 30 days: 2.16 million. */
export const MONTH: readonly PeriodSeries[] = numbered('MES-', 5).flatMap((device, index) =>
  numbered('medida_', 10).map((tag, number) => ({
    device,
    tag,
    fromEpochMs: MONTH_FROM_MS,
    samples: () => samplesWithExcursions(MONTH_FROM_MS, MINUTE_MS, 16, 100 + 10 * index + number),
  }))
);

export const PERIOD_SERIES = [YEAR, YEAR_OF_STATES, ...MONTH];

/** At random times, which are neither evenly spaced nor overlap; the present interrupts the last one. */
function excursions(fromEpochMs: number, count: number, random: () => number): TimeWindow[] {
  const last = { fromEpochMs: NOW_MS - 25 * MINUTE_MS, toEpochMs: NOW_MS + HOUR_MS };
  const past = Array.from({ length: count - 1 }, () => ({
    lengthMs: SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** random(),
    distance: -Math.log(1 - random()),
  }));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const busyMs = sum(past.map(({ lengthMs }) => lengthMs + SHORTEST_DISTANCE_MS));
  const scale = (last.fromEpochMs - fromEpochMs - busyMs) / sum(past.map(({ distance }) => distance));
  let end = fromEpochMs;
  const placed = past.map(({ lengthMs, distance }) => {
    const start = end + distance * scale;
    end = start + lengthMs + SHORTEST_DISTANCE_MS;
    return { fromEpochMs: start, toEpochMs: start + lengthMs };
  });
  return [...placed, last];
}

function* samplesWithExcursions(fromEpochMs: number, everyMs: number, count: number, seed: number): Generator<Sample> {
  const random = createRandom(seed);
  const all = excursions(fromEpochMs, count, random);
  let next = 0;
  for (let ts = fromEpochMs; ts < HISTORY_TO_MS; ts += everyMs) {
    while (next < all.length && all[next]!.toEpochMs <= ts) {
      next++;
    }
    const { fromEpochMs: start, toEpochMs: end } = all[next] ?? { fromEpochMs: Infinity, toEpochMs: Infinity };
    // From 0 outside through 1 where the limit is crossed halfway up an edge.
    const depth = Math.min(1, (ts - start) / EDGE_MS, (end - ts) / EDGE_MS);
    const usual = 62 + 15 * Math.sin((2 * Math.PI * (ts % DAY_MS)) / DAY_MS);
    const level = depth <= 0 ? usual : LIMIT - 4 + 12 * depth;
    yield { tsEpochMs: ts, value: Math.round((level + 2.9 * (2 * random() - 1)) * 1000) / 1000 };
  }
}

function* stateChanges(): Generator<Sample> {
  const random = createRandom(2);
  const partMs = (NOW_MS - YEAR_FROM_MS) / CHANGES_PER_YEAR;
  let state = 0;
  for (let index = 0; index < CHANGES_PER_YEAR; index++) {
    state = (state + 1 + Math.floor(3 * random())) % 4;
    yield { tsEpochMs: Math.floor(YEAR_FROM_MS + (index + random()) * partMs), value: state };
  }
}

/** Repeatable numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
