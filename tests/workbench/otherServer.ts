import type { Alert } from '../../src/core/alerts/alert.ts';
import { TIME_FORMATS } from '../../src/testSupport/specServer/serverBehavior.ts';
import { createSpecServer } from '../../src/testSupport/specServer/specServer.ts';
import { steadyReadings, singleSeriesData } from '../../src/testSupport/specServer/specData.ts';
import { serveSpec } from './serveSpec.ts';

const HOUR_MS = 3_600_000;

/**
 * A server that follows the specification but differs from ours wherever the specification leaves a choice: newest page
 * first, small and empty pages, times with an offset, empty buckets with n = 0, no cursor on the last page, alerts selected
 * by overlap, unset times omitted, HTML error pages, other values for severity and state.
 */
const spec = createSpecServer(plantData(Date.now()), {
  order: 'newestPageFirst',
  maxPageRows: 700,
  emptyPages: 1,
  emptyBuckets: 'zero',
  lastCursor: 'absent',
  selectsAlertsBy: 'overlap',
  unsetTimes: 'absent',
  formatTime: TIME_FORMATS.twoHoursEast,
});

serveSpec(spec);

function plantData(nowMs: number) {
  const start = Math.floor((nowMs - 12 * HOUR_MS) / 10_000) * 10_000;
  const readings = steadyReadings(start, 10_000, 12 * 360);
  const alert: Alert = {
    id: 'a-1',
    rule: 'Presión fuera de banda',
    device: 'PUMP-1',
    tag: 'pressure',
    severity: 'nivel 3',
    state: 'en curso',
    startEpochMs: nowMs - 30 * 24 * HOUR_MS,
    openedEpochMs: nowMs - 30 * 24 * HOUR_MS,
    acknowledgedEpochMs: undefined,
    endEpochMs: undefined,
    startValue: 31,
    peakValue: 44.5,
  };
  return {
    ...singleSeriesData(readings),
    alerts: [alert],
    devices: [
      {
        code: 'PUMP-1',
        name: 'Feed pump',
        type: 'tipo propio',
        site: 'Norte',
        area: '',
        connection: '',
        lastContactEpochMs: undefined,
        tags: [{ key: 'pressure', name: 'Discharge pressure', unit: 'bar', type: '' }],
      },
    ],
  };
}
