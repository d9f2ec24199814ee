import type { Alert } from '../core/alerts/alert';
import type { Device } from '../core/inventory/device';
import type { EpochMs } from '../core/time/window';

/** One raw sample. */
export interface Reading {
  readonly atEpochMs: EpochMs;
  readonly value: number;
}

/** A tag with its readings. */
export interface SpecSeries {
  readonly device: string;
  readonly tag: string;
  readonly name: string;
  readonly unit: string;
  readonly readings: readonly Reading[];
}

/** What a test server knows. */
export interface SpecWorld {
  readonly series: readonly SpecSeries[];
  readonly alerts: readonly Alert[];
  readonly devices: readonly Device[];
}

export const EMPTY_WORLD: SpecWorld = { series: [], alerts: [], devices: [] };

/** A world of one tag: `PUMP-1` / `pressure`, in bar. */
export function worldOf(readings: readonly Reading[]): SpecWorld {
  return {
    ...EMPTY_WORLD,
    series: [{ device: 'PUMP-1', tag: 'pressure', name: 'Discharge pressure', unit: 'bar', readings }],
  };
}

export const PUMP_PRESSURE = { device: 'PUMP-1', tag: 'pressure' } as const;

/** A reading every `everyMs` from `fromEpochMs` on. */
export function steadyReadings(
  fromEpochMs: EpochMs,
  everyMs: number,
  count: number,
  valueAt: (index: number) => number = (index) => Math.sin(index / 50) * 10 + 20
): Reading[] {
  return Array.from({ length: count }, (_, index) => ({
    atEpochMs: fromEpochMs + index * everyMs,
    value: valueAt(index),
  }));
}
