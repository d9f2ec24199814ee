import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

/** From the longest; the symbols are those of the SI, which are the same in every language. */
const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
] as const;

/** A duration in whole units of one kind, at least two of them where there is a shorter one, such as `90 s` or `26 h`. */
export function shortDuration(durationMs: number): string {
  const [unitMs, symbol] = UNITS.find(([candidateMs]) => durationMs >= 2 * candidateMs) ?? ([SECOND_MS, 's'] as const);
  return `${Math.floor(durationMs / unitMs)} ${symbol}`;
}
