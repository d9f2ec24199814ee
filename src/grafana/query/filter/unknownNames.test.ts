import type { AdHocVariableFilter, DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import type { Device } from '../../../core/inventory/device';
import { HOUR_MS } from '../../../core/time/window';
import type { TelemetryQuery } from '../../../kinds/kinds';
import { createFakeClock } from '../../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import { runQuery } from '../../../kinds/runQuery';

const NOW = createFakeClock().nowEpochMs();
const WINDOW = { fromEpochMs: NOW - HOUR_MS, toEpochMs: NOW };
const UNKNOWN = 'Nothing that the API key can read has the name “NOPE”.';

function device(code: string, ...keys: string[]): Device {
  const tags = keys.map((key) => ({ key, name: key, unit: 'bar', type: '' }));
  return { code, name: code, type: 'pump', site: 'Getafe', area: '', connection: '', lastContactEpochMs: NOW, tags };
}

const PLANT: SpecData = {
  ...EMPTY_DATA,
  devices: [device('A', 'x', 'y'), device('B', 'y')],
  series: [
    ['A', 'x'],
    ['A', 'y'],
    ['B', 'y'],
    ['RETIRED', 'x'],
  ].map(([code, tag]) => ({
    device: code!,
    tag: tag!,
    name: tag!,
    unit: 'bar',
    readings: steadyReadings(WINDOW.fromEpochMs, 60_000, 60),
  })),
};

/** `$chosen` is what a variable has; everything else was typed. */
async function respond(
  query: object,
  { chosen = ['NOPE'], filters = [] as AdHocVariableFilter[], behavior = {} as Partial<ServerBehavior> } = {}
) {
  const test = createTestClient(PLANT, behavior);
  const request = panelRequest(WINDOW, [query as Partial<TelemetryQuery>], { panelPluginId: 'stat', filters });
  const interpolate = (text: string) => (text === '$chosen' ? chosen : [text]);
  const response = await lastValueFrom(runQuery(request, dataSourceServices(test), interpolate));
  const frames = response.data as DataFrame[];
  return {
    errors: (response.errors ?? []).map(({ message }) => message),
    notices: frames.flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text)),
    values: frames.flatMap(({ fields }) => fields.slice(1).flatMap((field) => field.values as unknown[])),
  };
}

/** A server that answers for devices it does not know, with nothing. */
const EMPTY_ANSWERS: Partial<ServerBehavior> = {
  intercept: ({ path, params }) =>
    path === 'v1/lecturas' && params.dispositivo === 'NOPE'
      ? {
          kind: 'body',
          body: { dispositivo: 'NOPE', tag: 'x', nombre: '', unidad: '', intervalo: '1m', datos: [], siguiente: null },
        }
      : undefined,
};

const QUERIES = [
  ['latest', { kind: 'latest' }],
  ['latest, counted', { kind: 'latest', format: 'count' }],
  ['devices', { kind: 'devices' }],
  ['devices, counted', { kind: 'devices', format: 'count' }],
  ['alerts', { kind: 'alerts' }],
  ['alerts, counted', { kind: 'alerts', format: 'count' }],
] as const;

describe.each(QUERIES)('%s', (_, query) => {
  it('names an unknown device that a variable chose in a notice, and has no value', async () => {
    const { errors, notices, values } = await respond({ ...query, devices: ['$chosen'] });
    expect(errors).toEqual([]);
    expect(notices).toEqual([UNKNOWN]);
    expect(values).toEqual([]);
  });

  it('names an unknown device that was typed in an error', async () => {
    const { errors } = await respond({ ...query, devices: ['NOPE'] });
    expect(errors).toEqual([UNKNOWN]);
  });

  it('shows the others beside it', async () => {
    const both = await respond({ ...query, devices: ['A', 'NOPE'] });
    expect(both.errors).toEqual([UNKNOWN]);
    expect(both.values).toEqual((await respond({ ...query, devices: ['A'] })).values);
  });

  it('names what an ad hoc filter chose, and says when nothing passes it', async () => {
    const filter = (key: string, value: string) => ({ key, operator: '=', value });
    expect((await respond(query, { filters: [filter('site', 'NOPE')] })).notices).toEqual([UNKNOWN]);
    const { errors, notices, values } = await respond(query, { filters: [filter('device', 'B'), filter('tag', 'x')] });
    expect({ errors, notices, values }).toEqual({
      errors: [],
      notices: ['No device and tag passes the filters of the query and of the dashboard.'],
      values: [],
    });
  });

  it('knows nothing to be unknown without the inventory', async () => {
    const behavior: Partial<ServerBehavior> = {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
    };
    const { errors } = await respond({ ...query, devices: ['$chosen'] }, { behavior });
    expect(errors.join()).not.toContain('NOPE');
  });
});

describe('history', () => {
  const history = { kind: 'history', devices: ['$chosen'], tags: ['x'], interval: '1m', statistics: ['n'] };

  it('names an unknown device that was typed beside a pattern, of which nothing passes', async () => {
    const { errors } = await respond({ ...history, devices: ['NOPE'], tags: ['*'] });
    expect(errors).toEqual([UNKNOWN]);
  });

  it.each([
    ['404', {}, [expect.stringMatching(/^NOPE · x: The device or tag does not exist/)]],
    ['nothing', EMPTY_ANSWERS, [UNKNOWN, expect.stringContaining('The server has no reading of this tag.')]],
  ] as const)(
    'names a device that a variable chose where the server answers with %s',
    async (__, behavior, expected) => {
      const { errors, notices, values } = await respond(history, { behavior });
      expect({ errors, values }).toEqual({ errors: [], values: [] });
      expect(notices).toEqual(expected);
    }
  );

  it.each([
    ['404', {}, expect.stringMatching(/^NOPE · x: The device or tag does not exist/)],
    ['nothing', EMPTY_ANSWERS, UNKNOWN],
  ] as const)(
    'has an error about a device that was typed where the server answers with %s',
    async (__, behavior, error) => {
      expect((await respond({ ...history, devices: ['NOPE'] }, { behavior })).errors).toEqual([error]);
    }
  );

  it('has no data and a notice where repeating a panel chose a pair that does not exist', async () => {
    const one = await respond(history, { chosen: ['B'] });
    expect(one).toMatchObject({ errors: [], values: [] });
    expect(one.notices).toEqual([expect.stringMatching(/^B · x: The device or tag does not exist/)]);
    const several = await respond({ ...history, tags: ['x', '/^z/'] }, { chosen: ['B'] });
    expect(several).toMatchObject({
      errors: [],
      values: [],
      notices: ['None of the selected devices has any of the selected tags.'],
    });
  });

  it('has no data and a notice where an ad hoc filter leaves nothing', async () => {
    const filters = [{ key: 'device', operator: '=', value: 'B' }];
    const { errors, notices } = await respond({ ...history, devices: ['A'] }, { filters });
    expect({ errors, notices }).toEqual({
      errors: [],
      notices: ['None of the selected devices has any of the selected tags.'],
    });
  });

  it('shows what a decommissioned device has, without a word', async () => {
    const { errors, notices, values } = await respond({ ...history, devices: ['RETIRED'] });
    expect({ errors, notices, count: values.length }).toEqual({ errors: [], notices: [], count: 60 });
  });
});
