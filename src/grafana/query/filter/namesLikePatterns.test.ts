import type { AdHocVariableFilter, DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import type { Alert } from '../../../core/alerts/alert';
import { HOUR_MS } from '../../../core/time/window';
import type { TelemetryQuery } from '../../../kinds/kinds';
import { runQuery } from '../../../kinds/runQuery';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { createInterpolate } from '../interpolation';

/** A name is a name wherever it comes from: a variable, an ad hoc filter, or a picker, whose queries are saved with the code itself. */

const NOW = createFakeClock().nowEpochMs();
const WINDOW = { fromEpochMs: NOW - HOUR_MS, toEpochMs: NOW };

const CODES = [
  ...[
    '/re.*/',
    'pa(ren',
    '/(/',
    '/./i',
    '/a*/',
    'A',
    'AB',
    'A*',
    '**',
    '$device',
    '${device}',
    '{A,AB}',
    'A,AB',
    'A|AB',
  ],
  ...['All', '$__all', '.', 'n/a', '""', "'A'", '#&+%/?=', 'ñandú ü', '🏭', 'x'.repeat(200)],
];

const PLANT: SpecData = {
  ...EMPTY_DATA,
  devices: CODES.map((code) => {
    const tags = [{ key: code, name: 'Level', unit: 'm', type: '' }];
    return { code, name: code, type: code, site: code, area: code, connection: '', lastContactEpochMs: NOW, tags };
  }),
  series: CODES.map((code) => ({
    ...{ device: code, tag: code, name: 'Level', unit: 'm' },
    readings: steadyReadings(WINDOW.fromEpochMs, 60_000, 60),
  })),
  values: CODES.map((code) => ({ device: code, tag: code, name: 'Level', unit: 'm', value: 1, timeEpochMs: NOW })),
  alerts: CODES.map((code): Alert => ({
    ...{ id: code, rule: code, device: code, tag: code, severity: code, state: 'abierta' },
    ...{ startEpochMs: WINDOW.fromEpochMs, openedEpochMs: WINDOW.fromEpochMs, startValue: 1, peakValue: 1 },
    ...{ acknowledgedEpochMs: undefined, endEpochMs: undefined },
  })),
};

interface Dashboard {
  /** The value of a query variable. */
  readonly chosen?: string;
  readonly filters?: AdHocVariableFilter[];
}

async function shownFrames(
  query: object,
  { chosen = '', filters = [] }: Dashboard = {}
): Promise<readonly DataFrame[]> {
  const request = panelRequest(WINDOW, [query as Partial<TelemetryQuery>], { panelPluginId: 'table', filters });
  // As Grafana does: `format` is called with the value of the variable `chosen`.
  const replace = (text = '', _?: unknown, format?: unknown) =>
    text === '$chosen' ? (format as (...args: unknown[]) => string)(chosen, { name: 'chosen', type: 'query' }) : text;
  const interpolate = createInterpolate({ replace }, {});
  const services = dataSourceServices(createTestClient(PLANT));
  const { data, errors } = await lastValueFrom(runQuery(request, services, interpolate));
  expect(errors).toBeUndefined();
  return data as DataFrame[];
}

/** The devices that a query shows. */
async function shownDevices(query: object, dashboard?: Dashboard): Promise<string[]> {
  return [...new Set((await shownFrames(query, dashboard)).flatMap(devicesIn))];
}

/** The columns of tables, and the labels of series. */
function devicesIn({ fields }: DataFrame): string[] {
  const column = fields.find(({ name }) => name === 'deviceCode' || name === 'code');
  return column ? (column.values as string[]) : fields.flatMap(({ labels }) => labels?.device ?? []);
}

const KINDS = ['history', 'latest', 'alerts', 'devices'] as const;

describe.each(KINDS)('of a query of the kind %s', (kind) => {
  it.each(CODES)('the device %s is itself alone, from a variable', async (chosen) => {
    expect(await shownDevices({ kind, devices: ['$chosen'], tags: ['*'] }, { chosen })).toEqual([chosen]);
    expect(await shownDevices({ kind, devices: ['*'], tags: ['$chosen'] }, { chosen })).toEqual([chosen]);
    expect(await shownDevices({ kind, sites: ['$chosen'], tags: ['*'] }, { chosen })).toEqual([chosen]);
  });

  it.each(CODES)('the device %s is itself alone, from an ad hoc filter', async (value) => {
    for (const key of ['device', 'tag', 'site', 'area', 'type']) {
      const filters = [{ key, operator: '=', value }];
      expect(await shownDevices({ kind, devices: ['*'], tags: ['*'] }, { filters })).toEqual([value]);
    }
  });

  it.each(CODES)('the device %s is itself alone, from a picker', async (code) => {
    expect(await shownDevices({ kind, devices: [code], tags: [code] })).toEqual([code]);
    expect(await shownDevices({ kind, areas: [code], tags: ['*'] })).toEqual([code]);
  });

  it('a name that does not exist is no pattern, from a variable', async () => {
    expect(await shownDevices({ kind, devices: ['$chosen'], tags: ['*'] }, { chosen: 'x*' })).toEqual([]);
  });

  it('a pattern that was typed is one', async () => {
    expect(await shownDevices({ kind, devices: ['/^A/'], tags: ['*'] })).toEqual(
      expect.arrayContaining(CODES.filter((code) => code.startsWith('A')))
    );
  });
});

/** The queries of the addresses of Explore in the frames. */
function linkedQueries(frames: readonly DataFrame[]): object[] {
  const addresses = frames.flatMap(({ fields }) =>
    fields.filter(({ name }) => name === 'trendUrl').flatMap(({ values }) => values as string[])
  );
  return addresses.map((address) => {
    const panes = new URL(address, 'http://host').searchParams.get('panes')!;
    return (JSON.parse(panes) as { trend: { queries: [object] } }).trend.queries[0];
  });
}

it.each(CODES)('the link to the trend of the device %s is about it alone', async (code) => {
  for (const kind of ['alerts', 'periods']) {
    const query = { kind, devices: [code], tags: [code], condition: { operator: '>', value: '0' } };
    const [linked] = linkedQueries(await shownFrames(query));
    expect(await shownDevices(linked!)).toEqual([code]);
  }
});

it.each(CODES)('the rule or severity %s of alerts is itself alone', async (text) => {
  expect(await shownDevices({ kind: 'alerts', rules: [text] })).toEqual([text]);
  expect(await shownDevices({ kind: 'alerts', severities: ['$chosen'] }, { chosen: text })).toEqual([text]);
});
