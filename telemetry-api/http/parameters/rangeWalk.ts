import { invalidCursor, type CursorCodec } from './cursor.ts';
import { Problem } from '../problems/problem.ts';

/** The pages of a time range: its limits, and the row after which the next page starts. */
export interface RangeWalk {
  readonly fromMs: number;
  readonly toMs: number;
  /** Position of the last row sent; undefined on the first page. */
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
 * Starts reading a range, or continues at the cursor. Default limits are resolved on the first page and stored in the cursor, so that
 * all pages cover the same range, however much later they are requested.
 * @param defaultSpanMs distance from `desde` to `hasta` if `desde` is omitted
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

/** A limit that the first request had must be repeated. A default limit may be omitted again, or sent with its resolved value. */
function isSame(requested: number | undefined, resolved: number, wasGiven: boolean): boolean {
  return requested === undefined ? !wasGiven : requested === resolved;
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
