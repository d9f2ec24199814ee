import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { singleDeviceData, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 8, 14);
const WINDOW = { fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + 24 * HOUR };
/** Counts 1 an hour, and goes on with another meter at noon. */
const READINGS = steadyReadings(MIDNIGHT - 48 * HOUR, HOUR / 4, 4 * 96, (index) =>
  index / 4 < 60 ? 5000 + index / 4 : 9000 + index / 4
);
const PLANT = singleDeviceData(
  { code: 'M-1', name: 'Meter', type: 'medidor' },
  { kwh: { type: 'contador', unit: 'kWh', readings: READINGS } }
);
const REPLACED = { at: '2026-09-14T14:00+02:00', last: 5060, first: 9060 };

const row = (device: string, deviceType = ''): TelemetrySettings => ({
  tags: [{ deviceType, tag: 'kwh', states: [], limits: {}, meter: { replaced: [{ ...REPLACED, device }] } }],
});

async function consumption(
  settings: TelemetrySettings,
  statistics: HistoryQuery['statistics'],
  { app = 'dashboard', ...behavior }: Partial<ServerBehavior> & { readonly app?: string } = {}
) {
  const client = createTestClient(PLANT, behavior, { clock: createFakeClock(MIDNIGHT + 24 * HOUR) });
  const target = { kind: 'history' as const, devices: ['M-1'], tags: ['kwh'], statistics, interval: 'range' };
  const panel = panelRequest(WINDOW, [target], { panelPluginId: 'stat', app });
  const { data, errors = [] } = await lastValueFrom(
    runQuery(panel, dataSourceServices(client, settings), (text) => [text])
  );
  const value = (data as DataFrame[]).flatMap(({ fields }) => fields[1]?.values.at(-1) as number | null | undefined);
  return { value: value[0], errors: errors.map(({ message }) => message) };
}

it.each<[HistoryQuery['statistics'], string]>([
  [['increase'], 'dashboard'],
  [['auto'], 'dashboard'],
  [['increase'], 'unified-alerting'],
])('%s counts through a replacement of the device, in %s', async (statistics, app) => {
  const { value, errors } = await consumption(row('M-1'), statistics, { app });
  expect(errors).toEqual([]);
  expect(value).toBeCloseTo(24, 5);
  expect((await consumption(row('M-1', 'medidor'), statistics, { app })).value).toBeCloseTo(24, 5);
});

it('nothing is known of a meter of another device, or of another type of device', async () => {
  expect((await consumption(row('M-2'), ['increase'])).value ?? null).toBeNull();
  expect((await consumption(row('M-1', 'bomba'), ['increase'])).value ?? null).toBeNull();
});

const withoutInventory: Partial<ServerBehavior> = {
  intercept: ({ path }) => (path.endsWith('/dispositivos') ? { kind: 'status', status: 403 } : undefined),
};

it('a key that may not list the devices counts by rows for every type, and is told where rows are for some', async () => {
  expect((await consumption(row('M-1'), ['increase'], withoutInventory)).value).toBeCloseTo(24, 5);
  const { value, errors } = await consumption(row('M-1', 'medidor'), ['increase'], withoutInventory);
  expect(value).toBeUndefined();
  expect(errors[0]).toContain('meter settings');
});
