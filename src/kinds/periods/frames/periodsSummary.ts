import type { DataFrame } from '@grafana/data';
import type { SeriesPeriods } from './seriesPeriods';

/** How many periods there are and how long they last, of all series of a query: for the editor, which requests nothing. */
export interface PeriodsSummary {
  readonly count: number;
  /** What is proven; the same if everything is decided. */
  readonly atLeastMs: number;
  readonly atMostMs: number;
  readonly isLoading: boolean;
}

/** @returns undefined if the query is about the states themselves */
export function summarizePeriods(all: readonly SeriesPeriods[]): PeriodsSummary | undefined {
  const conditions = all.filter(({ about }) => about === 'condition');
  if (conditions.length === 0) {
    return undefined;
  }
  const summaries = conditions.map(({ found, proven }) => ({ count: found.periods.length, ...proven }));
  const sum = (amount: (summary: (typeof summaries)[number]) => number) =>
    summaries.reduce((total, summary) => total + amount(summary), 0);
  return {
    count: sum(({ count }) => count),
    atLeastMs: sum(({ atLeastMs }) => atLeastMs),
    atMostMs: sum(({ atMostMs }) => atMostMs),
    isLoading: all.some(({ isLoading }) => isLoading),
  };
}

export function withSummary(frame: DataFrame, summary: PeriodsSummary | undefined): DataFrame {
  return summary === undefined
    ? frame
    : { ...frame, meta: { ...frame.meta, custom: { ...frame.meta?.custom, periods: summary } } };
}

/** The summary of a query in the frames of a panel. */
export function readSummary(frames: readonly DataFrame[], refId: string): PeriodsSummary | undefined {
  const summaries = frames
    .filter((frame) => frame.refId === refId)
    .map((frame) => frame.meta?.custom?.periods as unknown)
    .filter(isSummary);
  return summaries[0];
}

function isSummary(value: unknown): value is PeriodsSummary {
  const { count, atLeastMs, atMostMs } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof count === 'number' && typeof atLeastMs === 'number' && typeof atMostMs === 'number';
}
