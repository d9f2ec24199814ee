import type { Operator } from '../core/history/signal/condition';
import type { Continuation } from '../core/history/plan/planSignal';
import type { EpochMs, TimeWindow } from '../core/time/window';
import type { Reading } from './specServer/specData';

/*
 * What the definitions of docs/guide/query-model.md say of a signal, from nothing but its readings: an independent computation
 * for tests.
 */

/** A part of time in which the value is a straight line; undefined: unknown. */
export interface OracleLine extends TimeWindow {
  readonly line: { readonly fromValue: number; readonly toValue: number } | undefined;
}

/** @param readings those that the server has, in any order; equal instants in the order in which they are given */
export function oracleLines(readings: readonly Reading[], { interpolation, holdMs }: Continuation, until: EpochMs) {
  const ordered = [...readings].filter(({ atEpochMs }) => atEpochMs < until).sort((a, b) => a.atEpochMs - b.atEpochMs);
  return ordered.flatMap(({ atEpochMs, value }, index): OracleLine[] => {
    const next = ordered[index + 1];
    const end = next?.atEpochMs ?? until;
    const isJoined = interpolation === 'linear' && next !== undefined && next.atEpochMs - atEpochMs <= holdMs;
    if (isJoined) {
      return [{ fromEpochMs: atEpochMs, toEpochMs: end, line: { fromValue: value, toValue: next.value } }];
    }
    const known = Math.min(end, atEpochMs + holdMs);
    return [
      { fromEpochMs: atEpochMs, toEpochMs: known, line: { fromValue: value, toValue: value } },
      { fromEpochMs: known, toEpochMs: end, line: undefined },
    ];
  });
}

export type OracleState = 'true' | 'false' | 'unknown';

export interface OracleSpan extends TimeWindow {
  readonly state: OracleState;
}

const COMPARES: Readonly<Record<Operator, (value: number, limits: readonly number[]) => boolean>> = {
  '>': (value, [limit]) => value > limit!,
  '>=': (value, [limit]) => value >= limit!,
  '<': (value, [limit]) => value < limit!,
  '<=': (value, [limit]) => value <= limit!,
  '=': (value, limits) => limits.includes(value),
  '!=': (value, limits) => !limits.includes(value),
  between: (value, limits) => value >= Math.min(...limits) && value <= Math.max(...limits),
  outside: (value, limits) => value < Math.min(...limits) || value > Math.max(...limits),
};

/** The states of a condition in a window, neighbours of equal state joined. */
export function oracleSpans(
  lines: readonly OracleLine[],
  operator: Operator,
  limits: readonly number[],
  window: TimeWindow
): OracleSpan[] {
  const parts = lines.flatMap(({ fromEpochMs, toEpochMs, line }): OracleSpan[] => {
    if (line === undefined) {
      return [{ fromEpochMs, toEpochMs, state: 'unknown' }];
    }
    const { fromValue, toValue } = line;
    const cuts = limits
      .filter((limit) => (limit - fromValue) * (limit - toValue) < 0)
      .map((limit) => ({ limit, at: crossing(fromEpochMs, toEpochMs, fromValue, toValue, limit) }))
      .sort((a, b) => Math.abs(a.limit - fromValue) - Math.abs(b.limit - fromValue));
    const edges = [fromEpochMs, ...cuts.map(({ at }) => at), toEpochMs];
    const values = [fromValue, ...cuts.map(({ limit }) => limit), toValue];
    return edges.slice(1).map((to, index) => {
      const middle = (values[index]! + values[index + 1]!) / 2;
      return {
        fromEpochMs: edges[index]!,
        toEpochMs: to,
        state: COMPARES[operator](middle, limits) ? 'true' : 'false',
      };
    });
  });
  return joinEqual(fillUnknown(parts, window));
}

/** In whole numbers, because a quotient of doubles can be on the wrong side of a half. */
function crossing(from: EpochMs, to: EpochMs, fromValue: number, toValue: number, limit: number): EpochMs {
  const scale = 1024;
  const [a, b, c] = [fromValue, toValue, limit].map((value) => BigInt(value * scale)) as [bigint, bigint, bigint];
  const sign = BigInt(b > a ? 1 : -1);
  const two = BigInt(2);
  const numerator = sign * (c - a) * BigInt(to - from);
  const denominator = sign * (b - a);
  return from + Number((two * numerator + denominator) / (two * denominator));
}

function fillUnknown(parts: readonly OracleSpan[], window: TimeWindow): OracleSpan[] {
  const filled: OracleSpan[] = [];
  let end = window.fromEpochMs;
  for (const part of parts) {
    const fromEpochMs = Math.max(part.fromEpochMs, window.fromEpochMs);
    const toEpochMs = Math.min(part.toEpochMs, window.toEpochMs);
    if (fromEpochMs < toEpochMs) {
      filled.push({ fromEpochMs: end, toEpochMs: fromEpochMs, state: 'unknown' }, { ...part, fromEpochMs, toEpochMs });
      end = toEpochMs;
    }
  }
  filled.push({ fromEpochMs: end, toEpochMs: window.toEpochMs, state: 'unknown' });
  return filled.filter(({ fromEpochMs, toEpochMs }) => fromEpochMs < toEpochMs);
}

function joinEqual(parts: readonly OracleSpan[]): OracleSpan[] {
  const joined: OracleSpan[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.state === part.state) {
      joined[joined.length - 1] = { ...last, toEpochMs: part.toEpochMs };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

/** The integral over the known time of a window, and that time. */
export function oracleIntegral(lines: readonly OracleLine[], window: TimeWindow): { area: number; knownMs: number } {
  let area = 0;
  let knownMs = 0;
  for (const { fromEpochMs, toEpochMs, line } of lines) {
    const from = Math.max(fromEpochMs, window.fromEpochMs);
    const to = Math.min(toEpochMs, window.toEpochMs);
    if (line !== undefined && from < to) {
      const at = (epochMs: EpochMs) =>
        line.fromValue +
        ((line.toValue - line.fromValue) * (epochMs - fromEpochMs)) / Math.max(1, toEpochMs - fromEpochMs);
      area += ((at(from) + at(to)) / 2) * (to - from);
      knownMs += to - from;
    }
  }
  return { area, knownMs };
}

/** Where the value stays the same for at least so long. */
export function oracleUnchanged(lines: readonly OracleLine[], leastMs: number, window: TimeWindow): OracleSpan[] {
  const stretches: Array<TimeWindow & { readonly value: number | undefined; readonly isKnown: boolean }> = [];
  for (const { fromEpochMs, toEpochMs, line } of lines.filter((part) => part.fromEpochMs < part.toEpochMs)) {
    const value = line?.fromValue === line?.toValue ? line?.fromValue : undefined;
    const last = stretches.at(-1);
    if (value !== undefined && last?.value === value && last.toEpochMs === fromEpochMs) {
      stretches[stretches.length - 1] = { ...last, toEpochMs };
    } else {
      stretches.push({ fromEpochMs, toEpochMs, value, isKnown: line !== undefined });
    }
  }
  const parts = stretches.map(({ fromEpochMs, toEpochMs, value, isKnown }): OracleSpan => {
    const isLong = value !== undefined && toEpochMs - fromEpochMs >= leastMs;
    return { fromEpochMs, toEpochMs, state: isLong ? 'true' : isKnown ? 'false' : 'unknown' };
  });
  return joinEqual(fillUnknown(parts, window));
}
