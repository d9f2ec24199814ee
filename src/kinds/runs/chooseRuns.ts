import { findStateName, type TagProfile } from '../../core/inventory/tagProfile';
import { isComplete, type Run } from '../../core/runs/run';
import type { EpochMs } from '../../core/time/window';
import { LAST_RUN } from '../../query/foundRuns';

/** The runs of a device, and which part each has in a comparison. */
export interface ChosenRuns {
  /** Ascending. */
  readonly runs: readonly Run[];
  /** The run that is compared with others; undefined if there is none. */
  readonly compared: Run | undefined;
  /** The runs that it is compared with. */
  readonly reference: ReadonlySet<Run>;
  /** Names in the query that are those of no run. */
  readonly unknown: readonly string[];
}

/** What a variable has that is set to All. */
const ANY_RUN = '*';

/**
 * @param chosen what the query says of the compared run and of the reference; empty or `*`: the last run, and all others whose start and
 *   end are known
 */
export function chooseRuns(
  runs: readonly Run[],
  profile: TagProfile,
  chosen: { readonly run: string; readonly reference: readonly string[] }
): ChosenRuns {
  const wantedRun = chosen.run === '' || chosen.run === ANY_RUN ? LAST_RUN : chosen.run;
  const names = chosen.reference.includes(ANY_RUN) ? [] : chosen.reference.filter((name) => name !== '');
  const find = (name: string) => {
    const called = runs.filter((run) => isCalled(run, profile, name));
    return called.length === 0 && name === LAST_RUN ? runs.slice(-1) : called;
  };
  const compared = find(wantedRun).at(-1);
  const others = runs.filter((run) => run !== compared && isComplete(run));
  const reference = names.length === 0 ? others : names.flatMap(find).filter((run) => isComplete(run));
  const wanted = [...new Set([wantedRun, ...names])];
  return {
    runs,
    compared,
    reference: new Set(reference),
    unknown: runs.length === 0 ? [] : wanted.filter((name) => find(name).length === 0),
  };
}

/** What a run has as a name: the value of its tag; undefined of a run that only has a start. */
export function runName({ value }: Run, { states }: TagProfile): string | undefined {
  return value === undefined ? undefined : (findStateName(states, value) ?? String(value));
}

function isCalled(run: Run, profile: TagProfile, name: string): boolean {
  if (runName(run, profile) === name) {
    return true;
  }
  const epochMs = readInstant(name);
  return epochMs !== undefined && run.fromEpochMs <= epochMs && epochMs < run.toEpochMs;
}

/** A smaller number is that of a batch. */
const LEAST_EPOCH_MS = 1e11;

/** An instant as ISO text or as milliseconds since 1970. */
function readInstant(text: string): EpochMs | undefined {
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  const epochMs = isNumber ? Number(text) : /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : NaN;
  return epochMs >= LEAST_EPOCH_MS ? epochMs : undefined;
}
