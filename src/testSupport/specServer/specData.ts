import type { Alert } from '../../core/alerts/alert';
import type { DataExport } from '../../core/exports/dataExport';
import type { Device } from '../../core/inventory/device';
import type { LatestValue } from '../../core/latest/latestValue';
import type { EpochMs } from '../../core/time/window';

/** One raw sample. */
export interface Reading {
  readonly atEpochMs: EpochMs;
  readonly value: number;
}

/** A tag and its readings. */
export interface SpecSeries {
  readonly device: string;
  readonly tag: string;
  readonly name: string;
  readonly unit: string;
  readonly readings: readonly Reading[];
}

/** The data that a test server serves. */
export interface SpecData {
  readonly series: readonly SpecSeries[];
  readonly alerts: readonly Alert[];
  readonly devices: readonly Device[];
  readonly values: readonly LatestValue[];
  readonly exports: readonly DataExport[];
}

export const EMPTY_DATA: SpecData = { series: [], alerts: [], devices: [], values: [], exports: [] };

/** Data with a single series: `PUMP-1` / `pressure`, in bar. */
export function singleSeriesData(readings: readonly Reading[]): SpecData {
  return {
    ...EMPTY_DATA,
    series: [{ device: 'PUMP-1', tag: 'pressure', name: 'Discharge pressure', unit: 'bar', readings }],
  };
}

/** A tag, by its key, of a device. */
interface TestTag {
  /** As the server names it. */
  readonly type: string;
  readonly unit?: string;
  readonly readings: readonly Reading[];
}

/** Data with a single device, whose tags have their keys as names. */
export function singleDeviceData(
  { code, name, type = '' }: Pick<Device, 'code' | 'name'> & Partial<Pick<Device, 'type'>>,
  tags: Readonly<Record<string, TestTag>>
): SpecData {
  const series = Object.entries(tags).map(([tag, { unit = '', readings }]) => ({
    device: code,
    tag,
    name: tag,
    unit,
    readings,
  }));
  const listed = Object.entries(tags).map(([key, { type, unit = '' }]) => ({ key, name: key, unit, type }));
  const nothingElse = { site: '', area: '', connection: '', lastContactEpochMs: undefined };
  return { ...EMPTY_DATA, series, devices: [{ code, name, type, ...nothingElse, tags: listed }] };
}

/** The readings before now, in one array for all requests of a moment: the server aggregates it once. */
export function arrivingData(readings: readonly Reading[], nowEpochMs: () => EpochMs): () => SpecData {
  let arrived = { untilEpochMs: Number.NaN, data: EMPTY_DATA };
  return () => {
    const untilEpochMs = nowEpochMs();
    if (arrived.untilEpochMs !== untilEpochMs) {
      const data = singleSeriesData(readings.filter(({ atEpochMs }) => atEpochMs < untilEpochMs));
      arrived = { untilEpochMs, data };
    }
    return arrived.data;
  };
}

export const PUMP_PRESSURE = { device: 'PUMP-1', tag: 'pressure' } as const;

/** `count` readings, one every `everyMs`, starting at `fromEpochMs`. */
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
