import { type EpochMs, type TimeWindow, windowMs } from '../../core/time/window';

/** The values of a row of a state timeline, each from its time until the next one. */
interface StateRow {
  readonly timeEpochMs: ArrayLike<EpochMs>;
  /** What is no finite number is not drawn. */
  readonly values: ArrayLike<unknown>;
}

interface State extends TimeWindow {
  readonly value: number;
}

/** The names of the rows leave at least half of the width of a panel to the states. */
const MAX_POINTS_PER_PIXEL = 2;

/**
 * How many states of a row may be covered by others. Grafana draws every state at least a pixel wide, and one color of the row after
 * another, in the order in which they first appear in it: a color that appears later is drawn over the one pixel of a short state.
 * @param window that the panel shows
 * @param points how many fit side by side in the panel
 */
export function countCovered(row: StateRow, window: TimeWindow, points: number): number {
  const pixelMs = (MAX_POINTS_PER_PIXEL * windowMs(window)) / points;
  const states = statesIn(row, window.toEpochMs);
  const ranks = new Map<number, number>();
  const topRanks = new Map<number, number>();
  const pixelOf = ({ fromEpochMs }: State) => Math.floor((fromEpochMs - window.fromEpochMs) / pixelMs);
  for (const state of states) {
    const rank = ranks.get(state.value) ?? ranks.size;
    ranks.set(state.value, rank);
    const pixel = pixelOf(state);
    topRanks.set(pixel, Math.max(rank, topRanks.get(pixel) ?? 0));
  }
  return states.filter((state) => {
    const pixel = pixelOf(state);
    const isBelow = (other: number) => (topRanks.get(other) ?? 0) > ranks.get(state.value)!;
    return windowMs(state) < pixelMs && (isBelow(pixel - 1) || isBelow(pixel) || isBelow(pixel + 1));
  }).length;
}

/** Equal neighbours are one state. */
function statesIn({ timeEpochMs, values }: StateRow, endEpochMs: EpochMs): readonly State[] {
  const states: Array<{ fromEpochMs: EpochMs; toEpochMs: EpochMs; value: number }> = [];
  let last: (typeof states)[number] | undefined;
  for (let index = 0; index < timeEpochMs.length; index++) {
    const value = values[index];
    const toEpochMs = timeEpochMs[index + 1] ?? endEpochMs;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      last = undefined;
    } else if (last?.value === value) {
      last.toEpochMs = toEpochMs;
    } else {
      last = { fromEpochMs: timeEpochMs[index]!, toEpochMs, value };
      states.push(last);
    }
  }
  return states;
}
