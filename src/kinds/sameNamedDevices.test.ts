import { type DataFrame, FieldType, getFieldDisplayName } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Device, unlistedDevice } from '../core/inventory/device';
import { variableResponse } from '../grafana/variables/variableResponse';
import { dataSourceServices, panelRequest } from '../testSupport/panelRequest';
import { steadyReadings } from '../testSupport/specServer/specData';
import { testAlert } from '../testSupport/testAlert';
import { createTestClient } from '../testSupport/testClient';
import { createFakeClock } from '../testSupport/testClocks';
import { runQuery } from './runQuery';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 3);
const RANGE = { fromEpochMs: START, toEpochMs: START + 2 * HOUR };
const CODES = ['P-1', 'P-2'];
const TAG = { tag: 'running', name: 'Running (0 off, 1 on)', unit: '' };
const APART = ['Pump · Getafe', 'Pump · Toledo'];

const DEVICES: readonly Device[] = CODES.map((code, index) => ({
  ...unlistedDevice(code),
  name: 'Pump',
  site: ['Getafe', 'Toledo'][index]!,
  tags: [{ key: TAG.tag, name: TAG.name, unit: TAG.unit, type: 'estado' }],
}));

function services() {
  const series = CODES.map((device) => ({ device, ...TAG, readings: steadyReadings(START, 60_000, 120) }));
  const data = {
    series,
    devices: DEVICES,
    values: CODES.map((device) => ({ device, ...TAG, value: 1, timeEpochMs: START + HOUR })),
    alerts: CODES.map((device) => ({ ...testAlert('critica', START + HOUR), id: device, device, tag: TAG.tag })),
    exports: [],
  };
  return dataSourceServices(createTestClient(data, {}, { clock: createFakeClock(RANGE.toEpochMs) }));
}

/** What people read of frames: the names of fields and the texts of columns. */
function textsOf(frames: readonly DataFrame[]): string[] {
  return frames.flatMap((frame) => [
    ...frame.fields.map((field) => getFieldDisplayName(field, frame, [...frames])),
    ...frame.fields.filter(({ type }) => type === FieldType.string).flatMap(({ values }) => values.map(String)),
  ]);
}

test.each([
  ['a chart', 'timeseries', { kind: 'history' }],
  ['a tile', 'stat', { kind: 'history', interval: 'range', legend: '{{device}}' }],
  ['a table of ranges', 'table', { kind: 'history', interval: 'range', format: 'range' }],
  ['latest values', 'table', { kind: 'latest' }],
  ['tiles of latest values', 'stat', { kind: 'latest', legend: '{{device}}' }],
  ['states', 'state-timeline', { kind: 'periods', format: 'timeline' }],
  ['a table of states', 'table', { kind: 'periods', format: 'states' }],
  [
    'a table of periods',
    'table',
    { kind: 'periods', format: 'table', condition: { operator: '>=', value: '0', upper: '' } },
  ],
  ['alerts', 'table', { kind: 'alerts', format: 'table' }],
  ['alerts per device', 'table', { kind: 'alerts', format: 'devices' }],
  ['marks of alerts', 'timeseries', { kind: 'alerts', format: 'annotations' }],
  ['a timeline of alerts', 'state-timeline', { kind: 'alerts', format: 'timeline', linePer: 'device' }],
  ['the inventory', 'table', { kind: 'devices' }],
])('two devices of one name are told apart in %s', async (_, panelPluginId, query) => {
  const request = panelRequest(RANGE, [{ devices: ['*'], tags: ['*'], ...query } as never], { panelPluginId });
  const { data } = await lastValueFrom(runQuery(request, services(), (text) => [text]));
  const named = textsOf(data as DataFrame[]).filter((text) => text.includes('Pump'));
  for (const name of APART) {
    expect(named).toContainEqual(expect.stringContaining(name));
  }
  expect(named.filter((text) => APART.every((name) => !text.includes(name)))).toEqual([]);
});

test('and in the list of a variable, with their codes', async () => {
  const request = { ...panelRequest(RANGE, []), targets: [{ refId: 'A', kind: 'devices' }] } as never;
  const { data } = await lastValueFrom(
    variableResponse(
      request,
      services(),
      (text) => [text],
      async () => []
    )
  );
  expect((data[0] as DataFrame).fields[0]!.values).toEqual(APART.map((name, index) => `${name} (${CODES[index]})`));
});
