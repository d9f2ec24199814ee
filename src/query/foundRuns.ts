import { choiceField, countField } from './fields';

/* What queries that look for runs have in common with the variables that list them. */

/** What begins and ends a run. */
const RUN_SOURCES = ['condition', 'values', 'restarts'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** The name of the last run, whichever that is at the time. */
export const LAST_RUN = 'last';

/** More can neither be told apart nor listed within what a series may cost. */
export const MAX_RUNS = 200;

export const FOUND_RUNS_FIELDS = {
  runsBy: choiceField(
    RUN_SOURCES,
    'condition',
    '`condition`: a run lasts as long as the condition holds. `values`: as long as the tag has the same value, such as the number of a batch; with a condition, only of values for which it holds. `restarts`: from one restart of a counter to the next, without a condition'
  ),
  count: countField(10, 'How many runs: the last ones that begin before the end of the time range, at most 200'),
};
