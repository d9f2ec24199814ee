import type { LoadClients } from './loadClients.ts';
import { percentile } from './percentile.ts';

/** What was observed in a run, besides what the clients received. */
export interface Observed {
  /** Of the service, every second. */
  readonly memoryMiB: readonly number[];
  /** From the stop of the database until the service was ready again, by the system's clock. */
  readonly restart: { readonly fromMs: number; readonly toMs: number };
  /** Imported rows, and those that are stored. */
  readonly imported: number;
  readonly stored: number;
}

export interface Bound {
  readonly what: string;
  readonly value: number;
  /** The limit is a minimum or a maximum. */
  readonly limit: number;
  readonly is: 'at least' | 'at most';
}

const MIN_SHARE = 0.5;
/** With fewer answers of a key on average, chance alone can halve the share of one. */
const MIN_ANSWERS_OF_SHARE = 30;
/** The memory of its container in docker-compose.yaml. */
const MAX_MEMORY_MIB = 512;
/** From the second quarter of a run to the last. In ten minutes, a leak of a hundred bytes per request would exceed it. */
const MAX_MEMORY_GROWTH_MIB = 32;
/** In a shorter run, the second quarter is not warm yet. */
const MIN_SAMPLES_OF_GROWTH = 240;

/** What a run must not exceed or fall short of. */
export function loadBounds(result: LoadClients, observed: Observed): Bound[] {
  const { memoryMiB, restart, imported, stored } = observed;
  const count = (code: string) => result.statuses[code] ?? 0;
  const undue = result.unreachable.filter(
    ({ sentMs, receivedMs }) => receivedMs < restart.fromMs || sentMs > restart.toMs
  );
  const atMost = (what: string, value: number, limit: number): Bound => ({ what, value, limit, is: 'at most' });
  const atLeast = (what: string, value: number, limit: number): Bound => ({ what, value, limit, is: 'at least' });
  return [
    atMost('wrong answers and lost connections', wrongOf(result), 0),
    atLeast('429, of a key beyond its limits', count('429 demasiadas_solicitudes'), 1),
    atLeast('503, of a service with all slots in use', count('503 servidor_ocupado'), 1),
    atLeast('503, of an unreachable database', count('503 base_no_disponible'), 1),
    atMost('of these, outside of its restart', undue.length, 0),
    atMost('clients that waited as told and were never admitted', result.neverAdmitted, 0),
    atMost('keys without an answer after the restart', result.answeredAfterRestart.filter((n) => n === 0).length, 0),
    ...(meanOf(result.answered) < MIN_ANSWERS_OF_SHARE
      ? [atLeast('answers of each key, too few to compare', Math.min(...result.answered), 1)]
      : [
          atLeast("slowest key's share of the mean", Math.min(...result.answered) / meanOf(result.answered), MIN_SHARE),
        ]),
    atMost('imported rows that are lost or stored twice', Math.abs(imported - stored), 0),
    atMost('memory of the service, MiB', Math.max(...memoryMiB), MAX_MEMORY_MIB),
    ...(memoryMiB.length < MIN_SAMPLES_OF_GROWTH
      ? []
      : [atMost('its growth from the second quarter to the last, MiB', growthOf(memoryMiB), MAX_MEMORY_GROWTH_MIB)]),
  ];
}

export function isKept({ value, limit, is }: Bound): boolean {
  // Written so that NaN is not kept.
  return is === 'at most' ? value <= limit : value >= limit;
}

export function wrongOf({ wrong }: LoadClients): number {
  return Object.values(wrong).reduce((sum, count) => sum + count, 0);
}

function meanOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** From the median of the second quarter, when everything is warm, to that of the last. */
function growthOf(samples: readonly number[]): number {
  const medianOf = (quarter: number) =>
    percentile(
      samples.slice(Math.floor((quarter * samples.length) / 4), Math.floor(((quarter + 1) * samples.length) / 4)),
      0.5
    );
  return medianOf(3) - medianOf(1);
}
