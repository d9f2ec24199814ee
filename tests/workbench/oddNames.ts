import type { Alert } from '../../src/core/alerts/alert.ts';
import { createSpecServer } from '../../src/testSupport/specServer/specServer.ts';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../../src/testSupport/specServer/specData.ts';
import { ODD_PLANT } from './oddPlant.ts';
import { serveSpec } from './serveSpec.ts';

/** A server whose plant has the names of `ODD_PLANT`, each with a reading every minute of the last two hours, and an open alert. */

const MINUTE_MS = 60_000;

serveSpec(createSpecServer(oddPlant(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)));

function oddPlant(nowEpochMs: number): SpecData {
  const fromEpochMs = nowEpochMs - 120 * MINUTE_MS;
  const series = ODD_PLANT.map(({ code, tag, value }) => ({
    ...{ device: code, tag, name: 'Nivel', unit: '°C' },
    readings: steadyReadings(fromEpochMs, MINUTE_MS, 120, () => value),
  }));
  return {
    ...EMPTY_DATA,
    series,
    devices: ODD_PLANT.map(({ code, tag, name, site }) => ({
      ...{ code, name, site, area: '', type: 'tank', connection: 'online', lastContactEpochMs: nowEpochMs },
      tags: [{ key: tag, name: 'Nivel', unit: '°C', type: '' }],
    })),
    values: ODD_PLANT.map(({ code, tag, value }) => ({
      ...{ device: code, tag, name: 'Nivel', unit: '°C', value, timeEpochMs: nowEpochMs },
    })),
    alerts: ODD_PLANT.map(({ code, tag, value }): Alert => ({
      ...{ id: code, rule: 'Nivel alto', device: code, tag, severity: 'advertencia', state: 'abierta' },
      ...{ startEpochMs: fromEpochMs, openedEpochMs: fromEpochMs, startValue: value, peakValue: value },
      ...{ acknowledgedEpochMs: undefined, endEpochMs: undefined },
    })),
  };
}
