import { invalidCursor, type CursorCodec } from './cursor.ts';
import { Problem } from './problem.ts';

/** A walk through the pages of a time range: where it goes from and to, and after which row it goes on. */
export interface RangeWalk {
  readonly fromMs: number;
  readonly toMs: number;
  /** Place of the last row sent; undefined on the first page. */
  readonly after: { readonly ms: number; readonly id: string } | undefined;
  /** The cursor of the next page. */
  next(lastMs: number, lastId?: string): string;
}

export interface RangeParameters {
  readonly desde?: number;
  readonly hasta?: number;
  readonly siguiente?: string;
}

/**
 * Begins a walk, or goes on with the one its cursor tells of. Ends that were left to their defaults are decided on the first page
 * and travel in the cursor: all pages of a walk are of the same range, whatever the time is by then.
 * @param defaultSpanMs how far `desde` lies before `hasta` when it may be left out
 * @throws Problem
 */
export function walkRange(
  codec: CursorCodec,
  scope: readonly string[],
  query: RangeParameters,
  nowMs: number,
  defaultSpanMs: number
): RangeWalk {
  if (query.siguiente === undefined) {
    const toMs = query.hasta ?? nowMs;
    const fromMs = query.desde ?? toMs - defaultSpanMs;
    rejectEmptyRange(fromMs, toMs, query);
    const given = [query.desde !== undefined, query.hasta !== undefined];
    return { fromMs, toMs, after: undefined, next: nextFrom(codec, scope, [fromMs, toMs, ...given]) };
  }
  const [fromMs, toMs, isFromGiven, isToGiven, ms, id] = codec.decode(scope, query.siguiente);
  if (
    !isSame(query.desde, Number(fromMs), isFromGiven === true) ||
    !isSame(query.hasta, Number(toMs), isToGiven === true)
  ) {
    throw invalidCursor();
  }
  return {
    fromMs: Number(fromMs),
    toMs: Number(toMs),
    after: { ms: Number(ms), id: String(id) },
    next: nextFrom(codec, scope, [Number(fromMs), Number(toMs), isFromGiven === true, isToGiven === true]),
  };
}

/** An end that was given must be given again; one that was decided here may be left out again, or given as it was decided. */
function isSame(now: number | undefined, decided: number, wasGiven: boolean): boolean {
  return now === undefined ? !wasGiven : now === decided;
}

function nextFrom(codec: CursorCodec, scope: readonly string[], range: ReadonlyArray<number | boolean>) {
  return (lastMs: number, lastId = '') => codec.encode(scope, [...range, lastMs, lastId]);
}

function rejectEmptyRange(fromMs: number, toMs: number, query: RangeParameters): void {
  if (fromMs >= toMs) {
    const end = query.hasta === undefined ? 'la hora actual, que es el valor por defecto de "hasta"' : '"hasta"';
    throw new Problem('rango_invalido', `"desde" debe ser anterior a ${end}.`, { parameter: 'desde' });
  }
}
