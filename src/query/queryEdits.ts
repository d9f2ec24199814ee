import type { FilteredQuery, FilterLists, SeriesOptions } from './savedQuery';

/*
 * Edits of queries that need more than a new value. All are pure: they return a new query and never change the saved one. An edit
 * that would make the query invalid returns it unchanged.
 */

/**
 * Sets one list of the filter. Tags stay even if a new device lacks them: a pair that does not exist is not rendered, and
 * the editor shows a hint.
 */
export function changeFilterList<Q extends FilteredQuery>(
  query: Q,
  field: keyof FilterLists,
  values: readonly string[]
): Q {
  return { ...query, [field]: distinctTexts(values) };
}

/** Sets how many series are shown at most; anything but a whole number from 1 is not saved. */
export function changeMaxSeries<Q extends SeriesOptions>(query: Q, maxSeries: number): Q {
  return Number.isSafeInteger(maxSeries) && maxSeries >= 1 && maxSeries !== query.maxSeries
    ? { ...query, maxSeries }
    : query;
}

/** The typed texts, trimmed, without empty ones and duplicates. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
