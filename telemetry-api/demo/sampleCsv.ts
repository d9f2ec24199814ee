import { localClock } from './signals/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { smoothNoise, whiteNoise } from './signals/random.ts';
import type { Signal } from './signals/signal.ts';

/** Time zone of the local times in the sample. */
const ZONE = 'Europe/Madrid';
/** October 2026 in Madrid, including the night of the 25th, in which the hour from two to three occurs twice. */
const FROM_MS = Date.UTC(2026, 8, 30, 22);
const TO_MS = Date.UTC(2026, 9, 31, 23);

const DEVICE = 'CMP-501';
const SIGNALS: Array<{ tag: string; signal: Signal; decimals: number }> = [
  { tag: 'presion', signal: shiftedBy(0.25, 'presion', 7.05), decimals: 2 },
  { tag: 'temp_aceite', signal: shiftedBy(6, 'temp_aceite', 71), decimals: 1 },
  { tag: 'potencia', signal: shiftedBy(18, 'potencia', 64), decimals: 1 },
];

/** The link was down for two and a half hours. */
const OUTAGE = { fromMs: Date.UTC(2026, 9, 9, 12, 10), toMs: Date.UTC(2026, 9, 9, 14, 40) };
/** The oil probe was out of service for two days. */
const PROBE_OUTAGE = { fromMs: Date.UTC(2026, 9, 17, 22), toMs: Date.UTC(2026, 9, 19, 22) };

/** Unusual values by row number: a status text in place of a value, and a decimal point. */
const BAD_VALUES = new Map<number, (value: string) => string>([
  [40_000, () => 'Bad Input'],
  [90_001, (value) => value],
]);

/**
 * A typical export of a historian: a month of three tags by the minute, in local time, with decimal commas, gaps, duplicate
 * rows, late rows, one without a value and an invalid one. The output is always the same.
 */
export function* sampleCsv(): Generator<string> {
  yield 'Equipo;Señal;Fecha y hora;Valor\r\n';
  let late: string[] = [];
  let count = 0;
  for (let atMs = FROM_MS; atMs < TO_MS; atMs += MINUTE_MS) {
    for (const { tag, signal, decimals } of SIGNALS) {
      if (isIn(OUTAGE, atMs) || (tag === 'temp_aceite' && isIn(PROBE_OUTAGE, atMs))) {
        continue;
      }
      count += 1;
      const value = signal(atMs).toFixed(decimals);
      const written = BAD_VALUES.get(count)?.(value) ?? value.replace('.', ',');
      const row = `${DEVICE};${tag};${localTime(atMs)};${written}\r\n`;
      if (count % 61 === 0) {
        late.push(row);
        continue;
      }
      yield row;
      if (count % 997 === 0) {
        yield row;
      }
    }
    if (late.length >= 20) {
      yield* late.reverse();
      late = [];
    }
  }
  yield* late;
}

const clock = localClock(ZONE);

function localTime(epochMs: number): string {
  const { day, hour } = clock(epochMs);
  const wall = new Date(day * 24 * HOUR_MS + Math.round(hour * HOUR_MS)).toISOString();
  return `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`;
}

function shiftedBy(amplitude: number, name: string, mean: number): Signal {
  const slow = smoothNoise(`sample ${name}`, 5 * HOUR_MS);
  const quick = smoothNoise(`sample ${name} quick`, 20 * MINUTE_MS);
  const noise = whiteNoise(`sample ${name}`);
  return (epochMs) => mean + amplitude * (0.7 * slow(epochMs) + 0.25 * quick(epochMs) + 0.05 * noise(epochMs));
}

function isIn(span: { fromMs: number; toMs: number }, epochMs: number): boolean {
  return epochMs >= span.fromMs && epochMs < span.toMs;
}
