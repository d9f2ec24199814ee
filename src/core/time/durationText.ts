import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

/** From the longest; the symbols are those of the SI, which are the same in every language. */
const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const;

/** A duration in whole units of one kind, at least two of them where there is a shorter one, such as `90 s` or `26 h`. */
export function shortDuration(durationMs: number): string {
  const [unitMs, symbol] = UNITS.find(([candidateMs]) => durationMs >= 2 * candidateMs) ?? UNITS.at(-1)!;
  return `${Math.floor(durationMs / unitMs)} ${symbol}`;
}

/** A duration in its largest unit and the next one, such as `3 h 12 min`, `4 d` or `45 s`; below a second, `0 s`. */
export function durationText(durationMs: number): string {
  const first = UNITS.findIndex(([unitMs]) => durationMs >= unitMs);
  let restMs = durationMs;
  const parts = UNITS.slice(first, first + 2).flatMap(([unitMs, symbol]) => {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    return count === 0 ? [] : [`${count} ${symbol}`];
  });
  return first < 0 || parts.length === 0 ? `0 ${UNITS.at(-1)![1]}` : parts.join(' ');
}
