import { isDuration } from './duration';
import { intervalProblem, offsetProblem, takesOffset } from './interval';
import type { FilteredQuery, FilterLists, SignalOptions } from './savedQuery';
import { isHold } from './continuation';

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

/** Sets how many there are of something; anything but a whole number from 1 is not saved. */
export function changeCount<Field extends string, Q extends { readonly [F in Field]: number }>(
  query: Q,
  field: Field,
  count: number
): Q {
  return Number.isSafeInteger(count) && count >= 1 && count !== query[field] ? { ...query, [field]: count } : query;
}

/** A query with steps: how long they are, and when they start. */
interface SteppedQuery {
  readonly interval: string;
  readonly offset: string;
}

/**
 * Sets a valid interval. The offset is cleared if the interval takes none, so that a hidden value does not affect the
 * next interval.
 */
export function changeInterval<Q extends SteppedQuery>(query: Q, text: string): Q {
  if (intervalProblem(text) !== undefined) {
    return query;
  }
  const interval = text.trim();
  return { ...query, interval, offset: takesOffset(interval) ? query.offset : '' };
}

/** Sets an offset that is valid for the interval. */
export function changeOffset<Q extends SteppedQuery>(query: Q, text: string): Q {
  return offsetProblem(text, query.interval) === undefined ? { ...query, offset: text.trim() } : query;
}

/** Sets how old a value may be; only a duration or a variable is saved. */
export function changeStaleAfter<Q extends { readonly staleAfter: string }>(query: Q, text: string): Q {
  return isDuration(text) ? { ...query, staleAfter: text.trim() } : query;
}

/** Sets a field that has a duration, a variable or nothing. */
export function changeDuration<Field extends string, Q extends { readonly [F in Field]: string }>(
  query: Q,
  field: Field,
  text: string
): Q {
  const duration = text.trim();
  return duration === '' || isDuration(duration) ? { ...query, [field]: duration } : query;
}

/** Sets a valid hold limit. */
export function changeHold<Q extends Pick<SignalOptions, 'hold'>>(query: Q, text: string): Q {
  return isHold(text) ? { ...query, hold: text.trim() } : query;
}

/** The typed texts, trimmed, without empty ones and duplicates. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
