import { t } from '@grafana/i18n';
import type { SeriesHistory } from '../../core/history/fetch/historySource';
import type { LevelGrid } from '../../core/history/levelGrid';
import { loadRestarts } from '../../core/history/series/increase/restarts';
import { type Condition, holds } from '../../core/history/signal/condition';
import { findPeriods, periodsByValue } from '../../core/history/signal/periods';
import type { Spans } from '../../core/history/signal/spans';
import type { Undecided, UndecidedCause } from '../../core/history/undecided';
import { type Meter, UNKNOWN_METER } from '../../core/inventory/meter';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { findLastRuns, type FoundRuns, type Run } from '../../core/runs/run';
import type { TagRole } from '../../core/serverWords';
import { DAY_MS, type EpochMs, firstAtOrAfter, overlaps, type TimeWindow, windowMs } from '../../core/time/window';
import { loadCondition } from '../../grafana/query/condition/conditionSignal';
import { IncompleteConditionError, isUnchanged, readCondition } from '../../grafana/query/condition/readCondition';
import { UserError } from '../../grafana/userError';
import { translate } from '../../locales/translate';
import { chooseInterpolation } from '../../query/continuation';
import type { RunsPlan } from './planRuns';
import type { RunsQuery } from './runsQuery';

/** The ends of runs are followed this far beyond the time range. */
const FOLLOW_MS = 20 * DAY_MS;

/** The tag that says when runs begin and end. */
export interface RunTag {
  readonly role: TagRole;
  readonly profile: TagProfile;
  /** What the settings say of it as a counter. */
  readonly meter: Meter | undefined;
}

/** What must be reported about how runs were found. */
export interface RunsReport {
  readonly undecidedBecause: UndecidedCause | undefined;
  readonly missing: readonly Undecided[];
}

/**
 * The last runs of a tag that begin before the end of the range.
 * @throws ConditionError and UserError if the query does not say what a run is, and TelemetryError when nothing at all was received
 */
export async function findRuns(
  history: SeriesHistory,
  tag: RunTag,
  query: RunsQuery,
  plan: RunsPlan,
  grid: LevelGrid
): Promise<FoundRuns<RunsReport>> {
  const { range, isCurrent, count } = plan;
  const look =
    query.runsBy === 'restarts' ? restartsLook(history, tag, plan, grid) : signalLook(history, tag, query, plan, grid);
  // What happens after a range that ends now belongs to the next refresh, whatever the clock says, and however long the answer takes.
  const untilRangeEnd = (run: Run): Run =>
    isCurrent && run.toEpochMs >= range.toEpochMs ? { ...run, toEpochMs: range.toEpochMs, end: 'inProgress' } : run;
  return findLastRuns(range, count, async (window) => {
    const { runs, about } = await look(window);
    return { runs: runs.filter((run) => overlaps(run, window)).map(untilRangeEnd), about };
  });
}

/** Finds runs of which a part lies in a window. */
type Look = (window: TimeWindow) => Promise<FoundRuns<RunsReport>>;

function restartsLook(
  history: SeriesHistory,
  { meter = UNKNOWN_METER }: RunTag,
  { periodRules: { minDurationMs }, budget }: RunsPlan,
  grid: LevelGrid
): Look {
  return async (window) => {
    const { answer, undecidedBecause, missing } = await loadRestarts(history, window, {
      ...{ meter, grid, seenAroundMs: FOLLOW_MS },
      ...budget,
    });
    if (answer.isFalling) {
      throw new UserError(
        translate(
          'runs.notACounter',
          '{{tag}} falls more often than it rises: only a counter restarts. Choose another tag for the runs, or a condition.',
          { tag: history.series.tag }
        )
      );
    }
    const runs = answer.stretches
      .filter((stretch) => windowMs(stretch) >= minDurationMs)
      .map((stretch) => ({ ...stretch, value: undefined }));
    return { runs, about: { undecidedBecause, missing } };
  };
}

/** @throws ConditionError and UserError if the query does not say what a run is */
function signalLook(
  history: SeriesHistory,
  { role, profile }: RunTag,
  query: RunsQuery,
  { periodRules, holdMs, budget }: RunsPlan,
  grid: LevelGrid
): Look {
  const condition = readCondition(query.condition, profile);
  const isByValue = query.runsBy === 'values';
  if (condition === undefined && !isByValue) {
    throw new IncompleteConditionError(t('runs.noCondition', 'Choose the value of the condition: when a run lasts.'));
  }
  if (isByValue && isUnchanged(condition)) {
    throw new UserError(
      t(
        'runs.unchangedValues',
        'Runs by value cannot have the condition “unchanged”. Choose another condition, or none.'
      )
    );
  }
  const interpolation = isByValue ? 'hold' : chooseInterpolation(query.interpolation, role);
  return async (window) => {
    const { signal, createQuestion } = await loadCondition(history, isByValue ? undefined : condition, {
      range: window,
      periodRules,
      seenAroundMs: FOLLOW_MS,
      continuation: { interpolation, holdMs },
      budget,
      grid,
    });
    const { answer, undecidedBecause, missing } = await signal.ask(createQuestion);
    const { horizonEpochMs } = signal;
    const runs = isByValue
      ? runsByValue(answer, condition as Condition | undefined, periodRules, horizonEpochMs)
      : findPeriods(answer, periodRules, horizonEpochMs).map((period) => ({ ...period, value: undefined }));
    return { runs: runs.map((run) => withKnownStart(run, answer)), about: { undecidedBecause, missing } };
  };
}

function runsByValue(
  spans: Spans,
  condition: Condition | undefined,
  rules: RunsPlan['periodRules'],
  horizonEpochMs: EpochMs
): Run[] {
  return [...periodsByValue(spans, rules, horizonEpochMs)]
    .filter(([value]) => condition === undefined || holds(condition, value))
    .flatMap(([value, periods]) => periods.map((period) => ({ ...period, value })));
}

/** Where the value is not known before it, a run may have begun earlier: the tag is new, was silent, or its history is no longer retained. */
function withKnownStart(run: Run, { startEpochMs, values }: Spans): Run {
  const before = values[firstAtOrAfter(startEpochMs, run.fromEpochMs) - 1];
  return before !== undefined && Number.isNaN(before) ? { ...run, start: 'cut' } : run;
}
