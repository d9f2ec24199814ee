import { createTheme, type DataFrame, type DataQueryResponse, getDisplayProcessor, LoadingState } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import type { DataExport } from '../../core/exports/dataExport';
import { systemClock } from '../../core/time/clock';
import type { TelemetryQuery } from '../kinds';
import { columns } from '../../testSupport/columns';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { runQuery } from '../runQuery';

const NOON = Date.UTC(2026, 2, 2, 12);

function dataExport(change: Partial<DataExport>): DataExport {
  return {
    id: '1',
    type: 'lecturas',
    description: 'Night <b>shift</b>',
    format: 'csv',
    state: 'lista',
    progressPercent: 100,
    rows: 10,
    sizeBytes: 2048,
    error: '',
    createdEpochMs: NOON,
    finishedEpochMs: NOON + 1000,
    expiresEpochMs: NOON + 2000,
    downloadUrl: 'https://api.example/descargas/1?firma=a',
    ...change,
  };
}

async function responses(
  query: object,
  lists: ReadonlyArray<readonly DataExport[]>,
  behavior: Partial<ServerBehavior> = {},
  canFollow = true,
  panelPluginId?: string
): Promise<DataQueryResponse[]> {
  let requested = 0;
  const test = createTestClient(
    () => ({ ...EMPTY_DATA, exports: lists[Math.min(requested++, lists.length - 1)] ?? [] }),
    behavior
  );
  // Partial responses are throttled, so that a clock which does not wait would skip them.
  const clock = {
    ...systemClock,
    sleep: (delayMs: number, signal: AbortSignal) => systemClock.sleep(delayMs / 20, signal),
  };
  const target = { kind: 'exports', ...query } as Partial<TelemetryQuery>;
  const request = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + 1 }, [target], { panelPluginId });
  const services = { ...dataSourceServices(test), clock, canFollow };
  return lastValueFrom(runQuery(request, services, (text) => [text]).pipe(toArray()));
}

function listColumns(response: DataQueryResponse | undefined): Record<string, unknown[]> {
  return columns(response?.data[0] as DataFrame | undefined);
}

it('the kind alone lists the exports', async () => {
  const [response] = await responses({}, [[dataExport({})]]);
  expect(listColumns(response)).toEqual({
    state: ['lista'],
    progress: [100],
    description: ['Night <b>shift</b>'],
    type: ['lecturas'],
    format: ['csv'],
    rows: [10],
    size: [2048],
    created: [NOON],
    finished: [NOON + 1000],
    expires: [NOON + 2000],
    error: [''],
    download: ['https://api.example/descargas/1?firma=a'],
    id: ['1'],
  });
});

it.each(['javascript:alert(1)', '/relative', 'data:text/html,x', undefined])(
  'a download link of %s is no link that Grafana could open',
  async (downloadUrl) => {
    const [response] = await responses({}, [[dataExport({ downloadUrl })]]);
    expect(listColumns(response).download).toEqual([null]);
  }
);

it('where nothing can follow, a running export is answered at once', async () => {
  const running = dataExport({ state: 'procesando', progressPercent: 40 });
  const [response, ...more] = await responses({}, [[running], [dataExport({})]], {}, false);
  expect([listColumns(response).progress, response?.state, more]).toEqual([[40], LoadingState.Done, []]);
});

it('while an export is running, the panel follows it by itself until it is ready', async () => {
  const all = await responses({}, [
    [dataExport({ state: 'pendiente', progressPercent: 0 })],
    [dataExport({ state: 'procesando', progressPercent: 40 })],
    [dataExport({})],
  ]);
  expect(all.map(({ state }) => state)).toEqual([LoadingState.Streaming, LoadingState.Streaming, LoadingState.Done]);
  expect(all.map((response) => listColumns(response).progress?.[0])).toEqual([0, 40, 100]);
  expect(all.flatMap(({ data }) => (data as DataFrame[])[0]?.meta?.notices ?? [])).toEqual([]);
});

it('filters by state', async () => {
  const list = [dataExport({ id: '1' }), dataExport({ id: '2', state: 'vencida' })];
  expect(listColumns((await responses({ states: ['vencida'] }, [list]))[0]).id).toEqual(['2']);
});

it.each<Partial<ServerBehavior>>([{ unsetTimes: 'absent' }, { unsetTimes: 'null' }])(
  'nothing but an id is enough: %j',
  async (behavior) => {
    const bare = dataExport({
      state: '',
      progressPercent: undefined,
      rows: undefined,
      sizeBytes: undefined,
      createdEpochMs: undefined,
      finishedEpochMs: undefined,
      expiresEpochMs: undefined,
      downloadUrl: undefined,
    });
    const [response] = await responses({}, [[bare]], behavior);
    expect(listColumns(response)).toMatchObject({ state: [''], progress: [null], size: [null], created: [null] });
  }
);

it('no exports are an empty table; a missing permission is an error', async () => {
  expect(listColumns((await responses({}, [[]]))[0])).toMatchObject({ id: [] });
  const [failed] = await responses({}, [[]], { intercept: () => ({ kind: 'status', status: 403 }) });
  expect(failed?.errors).toEqual([{ refId: 'A', message: expect.stringContaining('v1/exportaciones'), status: 403 }]);
});

it('says that a finished export has no rows, and nothing while one that runs has none yet', async () => {
  const [{ data } = { data: [] }] = await responses(
    {},
    [
      [
        dataExport({ id: '1', rows: 0 }),
        dataExport({ id: '2', state: 'procesando', rows: 0 }),
        dataExport({ id: '3', rows: 1234567 }),
      ],
    ],
    {},
    false
  );
  const rows = (data[0] as DataFrame).fields.find(({ name }) => name === 'rows')!;
  const display = getDisplayProcessor({ field: rows, theme: createTheme() });
  expect(rows.values.map((value) => display(value).text)).toEqual(['No rows', '', (1234567).toLocaleString()]);
  // Orange is for a file without rows; any other number has the color of text.
  const { visualization, colors: themeColors } = createTheme();
  const colors = rows.values.map((value) => display(value).color);
  expect([colors[0], colors[2]]).toEqual([visualization.getColorByName('orange'), themeColors.text.primary]);
});

it('a table panel says that there are no exports, not a table that is calculated with', async () => {
  const inTable = async (query: object, list: readonly DataExport[]) =>
    listColumns((await responses(query, [list], {}, true, 'table'))[0]);
  expect(await inTable({}, [])).toEqual({ none: ['No exports'] });
  expect(await inTable({ states: ['fallida'] }, [dataExport({})])).toEqual({ none: ['No exports in these states'] });
  expect(await inTable({}, [dataExport({})])).toMatchObject({ id: ['1'] });
});
