import type { QueryResultMetaStat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { OPERATIONS } from '../../../core/api/operations';
import type { HistoryPlan } from '../../../core/history/plan/planHistory';
import type { SeriesPoints } from '../../../core/history/points/seriesPoints';
import { rowCount } from '../../../core/history/rows';
import type { LoadedSeries } from '../../../core/history/series/loadedSeries';
import type { SeriesId } from '../../../core/inventory/seriesId';
import { approximateStep, formatStep, type Level, type StepUnit } from '../../../core/time/step';
import { INTERVAL_RANGE } from '../../../query/interval';
import type { HistoryRunState, LoadCost, SeriesLoadState } from './historyRunState';
import { describeSubstitution } from './substitution';

/** What was loaded and why, for the query inspector and the editor. */
export interface LoadSummary extends LoadCost {
  readonly level: string;
  /** `range` when it is as long as the time range; `changes` for rows where the value changes; absent for readings one by one. */
  readonly step?: string;
  /** Rows received from the server. */
  readonly rows: number;
  readonly cachedRows: number;
  /** Readings, buckets or steps of the series. */
  readonly loadedRows: number;
  /** How many of them are rendered; fewer where readings were downsampled. */
  readonly shownRows: number;
  /** The usual distance between steps that have data; absent for readings, and when there are too few rows to know. */
  readonly spacingMs?: number;
  readonly reason: string;
}

/** The step of rows that are where the value changes. */
export const STEP_CHANGES = 'changes';

/** Summarizes how one series was loaded. In English, like the rest of the query inspector. */
export function summarizeLoad(
  plan: HistoryPlan,
  loaded: LoadedSeries,
  { shownRows, spacingMs }: Pick<SeriesPoints, 'shownRows' | 'spacingMs'>,
  cost: LoadCost
): LoadSummary {
  return {
    level: loaded.level,
    ...(loaded.step && { step: formatStep(loaded.step) }),
    ...(loaded.kind === 'range' && { step: INTERVAL_RANGE }),
    ...(loaded.kind === 'changes' && { step: STEP_CHANGES }),
    rows: loaded.fetched.receivedRows,
    cachedRows: loaded.fetched.cachedRows,
    loadedRows: rowCount(loaded.rows),
    shownRows,
    ...(spacingMs !== undefined && { spacingMs }),
    ...cost,
    reason: reasonText(plan, loaded),
  };
}

/** The summary as the query inspector shows it. */
export function summaryText({ device, tag }: SeriesId, summary: LoadSummary): string {
  const { level, step, rows, cachedRows, requests, deduplicated, retries, durationMs, reason } = summary;
  return [
    `GET ${OPERATIONS.history.path} dispositivo=${device} tag=${tag}: ${step === undefined || step === level ? level : `${level} → ${step}`}`,
    reason,
    `${rows} rows in ${requests} requests (${retries} retries, ${deduplicated} deduplicated pages), ${cachedRows} cached rows, ${durationMs} ms`,
  ].join('\n');
}

function reasonText(plan: HistoryPlan, loaded: LoadedSeries): string {
  if (loaded.kind === 'changes') {
    return `${planReasonText(plan, loaded)}; the readings are too many or no longer retained, showing where the value changes`;
  }
  const substituted = loaded.substitution && describeSubstitution(loaded.substitution, loaded.level, 'utc').reason;
  return substituted ?? planReasonText(plan, loaded);
}

function planReasonText(plan: HistoryPlan, { level }: LoadedSeries): string {
  const { reason } = plan;
  switch (reason.kind) {
    case 'auto':
      return [
        `auto: the panel fits a point every ${lengthText(reason.wantedStepMs)}`,
        ...(reason.onUtcClock ? ['on the UTC clock, because the time zone would cost too many rows'] : []),
      ].join('; ');
    case 'fixedLevel':
      return 'level set in the query';
    case 'fixedStep':
      return `step set in the query; the coarsest level that divides it is ${level}`;
    case 'wholeRange':
      return plan.kind === 'longest'
        ? 'one step as long as the time range, with the value that lasted longest'
        : `one step as long as the time range, from ${listLevels(plan, level).join(', then ')}`;
  }
}

/** The levels that a range is composed of, coarse ones first. */
function listLevels(plan: HistoryPlan, level: Level): Level[] {
  return plan.kind === 'range' ? [...new Set([plan.core.level, ...plan.cuts.map(({ finer }) => finer)])] : [level];
}

const UNIT_TEXTS: Readonly<Record<StepUnit, string>> = { s: 's', m: 'min', h: 'h', d: 'd', w: 'wk', M: 'mo' };

/** A length rounded to what people read: 953.9 s is 16 min. */
function lengthText(lengthMs: number): string {
  const step = approximateStep(lengthMs);
  return step === undefined
    ? `${Number((lengthMs / 1000).toPrecision(2))} s`
    : `${step.count} ${UNIT_TEXTS[step.unit]}`;
}

/** What the history queries of a panel cost together, for the statistics of the query inspector. */
export function queryStats(runs: readonly HistoryRunState[]): QueryResultMetaStat[] {
  const loads = runs.flatMap((run) => run.loads);
  const sum = (amount: (load: SeriesLoadState) => number) => loads.reduce((total, load) => total + amount(load), 0);
  const rows = (key: 'receivedRows' | 'cachedRows') =>
    sum(({ outcome }) => (outcome.kind === 'loaded' ? outcome.loaded.fetched[key] : 0));
  return [
    { displayName: t('stats.series', 'Series'), value: loads.length },
    { displayName: t('stats.requests', 'Requests'), value: sum(({ cost }) => cost.requests) },
    { displayName: t('stats.deduplicated', 'Deduplicated pages'), value: sum(({ cost }) => cost.deduplicated) },
    { displayName: t('stats.retries', 'Retries'), value: sum(({ cost }) => cost.retries) },
    { displayName: t('stats.received', 'Received rows'), value: rows('receivedRows') },
    { displayName: t('stats.cached', 'Cached rows'), value: rows('cachedRows') },
    {
      displayName: t('stats.duration', 'Slowest series'),
      unit: 'ms',
      value: Math.max(0, ...loads.map(({ cost }) => cost.durationMs)),
    },
  ];
}
