import type { Period } from '../history/signal/periods';
import { DAY_MS, type EpochMs, type TimeWindow, windowMs } from '../time/window';

/** One execution of a process that is repeated: a batch, a filling, the time between two washings. */
export interface Run extends Period {
  /** What the tag had all the while, such as the number of the batch; undefined of a run that is a period of a condition. */
  readonly value: number | undefined;
}

/** True once it has ended, and both of its ends are known: only such a run says how the process goes. */
export function isComplete({ start, end }: Run): boolean {
  return start === 'known' && end === 'known';
}

/** Runs are looked for this far back. */
const LONGEST_LOOK_BACK_MS = 400 * DAY_MS;
/** Each look is so many times as long as the one before. */
const LOOK_FACTOR = 4;

/**
 * How far back runs are looked for until there are enough, ascending.
 * @param rangeMs the length of the time range, which comes first
 */
export function lookBacksMs(rangeMs: number): readonly number[] {
  const lengths: number[] = [];
  for (let lengthMs = Math.max(1, rangeMs); lengthMs < LONGEST_LOOK_BACK_MS; lengthMs *= LOOK_FACTOR) {
    lengths.push(lengthMs);
  }
  return [...lengths, Math.max(rangeMs, LONGEST_LOOK_BACK_MS)];
}

/** The runs of a look, and what it could not tell. */
export interface FoundRuns<About> {
  /** Ascending, those that begin before the end of the range. */
  readonly runs: readonly Run[];
  readonly about: About;
}

/**
 * The last runs that begin before the end of a range.
 * @param look finds the runs of which a part lies in a window, in any order
 */
export async function findLastRuns<About>(
  range: TimeWindow,
  count: number,
  look: (window: TimeWindow) => Promise<FoundRuns<About>>
): Promise<FoundRuns<About>> {
  let found: FoundRuns<About> | undefined;
  for (const lengthMs of lookBacksMs(windowMs(range))) {
    const { toEpochMs } = range;
    found = lastRuns(await look({ fromEpochMs: toEpochMs - lengthMs, toEpochMs }), toEpochMs, count);
    if (found.runs.length === count && found.runs[0]!.start === 'known') {
      break;
    }
  }
  return found!;
}

function lastRuns<About>({ runs, about }: FoundRuns<About>, before: EpochMs, count: number): FoundRuns<About> {
  const ascending = runs
    .filter(({ fromEpochMs }) => fromEpochMs < before)
    .sort((a, b) => a.fromEpochMs - b.fromEpochMs || a.toEpochMs - b.toEpochMs);
  return { runs: ascending.slice(-count), about };
}
