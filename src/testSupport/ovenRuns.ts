import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import { EMPTY_DATA, type Reading, type SpecData } from './specServer/specData';

/* An oven that runs five times in a day. */

export const START = Date.UTC(2026, 2, 1);

/** Begins at 0, 5, 10, 15 and 20 h and lasts for 2 h. */
export const BEGINS = [0, 5, 10, 15, 20].map((hour) => START + hour * HOUR_MS);

/** The fifth run begins at 20:00 and is in progress. */
export const NOW = START + 20.5 * HOUR_MS;
export const RANGE = { fromEpochMs: START + 18 * HOUR_MS, toEpochMs: NOW };

const TAGS = [
  { key: 'temp', name: 'Temperatura', unit: '°C', type: 'medida' },
  { key: 'estado', name: 'Estado (0 parada, 1 marcha)', unit: '', type: 'estado' },
  { key: 'lote', name: 'Lote', unit: '', type: 'estado' },
  { key: 'gas', name: 'Gas', unit: 'm³', type: 'contador' },
  { key: 'piezas', name: 'Piezas', unit: '', type: 'contador' },
];

/** The run at an instant, from 0; -1 between runs. */
export function runAt(atEpochMs: number): number {
  return BEGINS.findIndex((begin) => atEpochMs >= begin && atEpochMs < begin + 2 * HOUR_MS);
}

/** From half an hour before the first run on. @param value also by the minutes since the first reading */
export function everyMinute(value: (atEpochMs: number, minute: number) => number): Reading[] {
  return Array.from({ length: 21 * 60 }, (_, minute) => {
    const atEpochMs = START - 30 * MINUTE_MS + minute * MINUTE_MS;
    return { atEpochMs, value: value(atEpochMs, minute) };
  });
}

/** @param readings by tag; its state is that it runs */
export function ovens(readings: Readonly<Record<string, readonly Reading[]>>, devices: readonly string[]): SpecData {
  const all = { estado: everyMinute((at) => (runAt(at) < 0 ? 0 : 1)), ...readings };
  const tags = TAGS.filter(({ key }) => key in all);
  return {
    ...EMPTY_DATA,
    devices: devices.map((code) => ({
      ...{ code, name: `Horno ${code}`, type: 'horno', site: 'Getafe', area: 'Horneado' },
      ...{ connection: '', lastContactEpochMs: undefined, tags },
    })),
    series: devices.flatMap((device) =>
      tags.map(({ key, name, unit }) => ({
        ...{ device, tag: key, name, unit },
        readings: all[key as keyof typeof all],
      }))
    ),
  };
}
