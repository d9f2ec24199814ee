import { createTheme, type DataFrame, type DataQueryRequest, getDisplayProcessor, reduceField } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import { type Reading, singleDeviceData, type SpecData } from '../../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { createTestClient } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { TelemetryQuery } from '../../kinds';
import { runQuery } from '../../runQuery';
import type { HistoryQuery } from '../historyQuery';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);
/** The last reading of the state is eleven hours older. */
const WINDOW = { fromEpochMs: NOON + 12 * HOUR, toEpochMs: NOON + 18 * HOUR };
const TEXT = 'No data in this time range. Last reading: 2026-11-20 13:00:00';

function plant(readings: Readonly<Record<string, readonly Reading[]>>): SpecData {
  const tags = Object.entries(readings).map(
    ([tag, ofTag]) => [tag, { type: tag === 'state' ? 'estado' : 'medida', readings: ofTag }] as const
  );
  return singleDeviceData({ code: 'M1', name: 'M1' }, Object.fromEntries(tags));
}

const SILENT = plant({
  state: [
    { atEpochMs: NOON - 6 * HOUR, value: 1 },
    { atEpochMs: NOON + HOUR, value: 2 },
  ],
});

interface RunOptions {
  readonly data?: SpecData;
  readonly query?: Partial<HistoryQuery>;
  readonly window?: typeof WINDOW;
  readonly request?: Partial<DataQueryRequest<TelemetryQuery>>;
  readonly canFollow?: boolean;
  readonly behavior?: Partial<ServerBehavior>;
}

async function show(panelPluginId: string | undefined, options: RunOptions = {}): Promise<DataFrame[]> {
  const { data = SILENT, query = {}, window = WINDOW, request = {}, canFollow = true, behavior = {} } = options;
  const client = createTestClient(data, behavior, { clock: createFakeClock(NOON + 2 * DAY) });
  const target: Partial<HistoryQuery> = {
    ...{ kind: 'history', devices: ['M1'], tags: ['*'], statistics: ['avg'], legend: '{{tag}}' },
    ...query,
  };
  const services = { ...dataSourceServices(client), canFollow };
  const panel = panelRequest(window, [target], { panelPluginId, ...request });
  return (await lastValueFrom(runQuery(panel, services, (text) => [text]))).data as DataFrame[];
}

const columnsOf = ({ fields }: DataFrame) =>
  Object.fromEntries(fields.map(({ name, values }) => [name, [...(values as unknown[])]]));
/** What a panel shows of a null in the field, if its thresholds are green. */
const shownNull = ({ fields: [, field] }: DataFrame) =>
  getDisplayProcessor({ field: field!, theme: createTheme() })(null);

/** What a panel shows of the sum of the last field. */
function shownTotal({ fields }: DataFrame) {
  const field = fields.at(-1)!;
  return getDisplayProcessor({ field, theme: createTheme() })(reduceField({ field, reducers: ['sum'] }).sum);
}

test('the total of a series that failed is unknown', async () => {
  const falling = Array.from({ length: 100 }, (_, index) => ({ atEpochMs: NOON + index * HOUR, value: 1000 - index }));
  for (const data of [plant({ level: falling }), plant({ level: [] })]) {
    const query: Partial<HistoryQuery> = { statistics: ['increase'], tags: ['level'], interval: '1h' };
    const [frame] = await show('stat', { data, query });
    expect(shownTotal(frame!)).toMatchObject({ text: expect.not.stringMatching(/\d/) as string, color: '#6e6e6e' });
  }
});

test('the total of readings that the server does not count is unknown', async () => {
  const level = Array.from({ length: 40 }, (_, index) => ({ atEpochMs: NOON + index * HOUR, value: index }));
  const query: Partial<HistoryQuery> = { statistics: ['n'], interval: '1h' };
  const [frame] = await show('stat', { data: plant({ level }), query, behavior: { counts: 'absent' } });
  expect(frame!.length).toBe(6);
  expect(shownTotal(frame!)).toMatchObject({ text: 'Unknown', color: '#6e6e6e' });
});

test('the total of an increase beside the latest reading, which is not of the range, is no zero', async () => {
  const data = plant({ level: [{ atEpochMs: NOON + HOUR, value: 7 }] });
  const query: Partial<HistoryQuery> = { statistics: ['avg', 'increase'], interval: '1h', latestReading: true };
  const [frame] = await show('stat', { data, query });
  expect(columnsOf(frame!)).toEqual({ time: [NOON + HOUR], avg: [7], increase: [null] });
  expect(shownTotal(frame!)).toMatchObject({ text: TEXT, color: '#6e6e6e' });
});

describe('a series whose last reading is before the time range', () => {
  it.each(['stat', 'gauge', 'bargauge'])(
    '%s has the sentence in place of the value, in grey',
    async (visualization) => {
      const [frame] = await show(visualization);
      expect(columnsOf(frame!)).toEqual({ time: [], value: [] });
      expect(shownNull(frame!)).toMatchObject({ text: TEXT, color: '#6e6e6e' });
    }
  );

  it.each(['increase', 'n'] as const)('its total of %s is no zero, but the sentence, in grey', async (statistic) => {
    const [frame] = await show('stat', { query: { statistics: [statistic] } });
    expect(shownTotal(frame!)).toMatchObject({ text: TEXT, color: '#6e6e6e' });
  });

  it('a table has it in place of the value of a row', async () => {
    const [frame] = await show('table', { query: { statistics: ['avg', 'max'] } });
    expect(columnsOf(frame!)).toEqual({ time: [null], value: [null], max: [null] });
    // Aligned to the right, as numbers are, a long text would lack its beginning.
    expect(frame!.fields[1]!.config.custom).toMatchObject({ align: 'left', wrapText: true });
    expect(shownNull(frame!)).toMatchObject({ text: TEXT, color: '#6e6e6e' });
  });

  it('a state timeline has it as a grey state that is in no legend', async () => {
    const [frame] = await show('state-timeline');
    expect(columnsOf(frame!)).toEqual({ time: [WINDOW.fromEpochMs], value: [TEXT] });
    expect(frame!.fields[1]).toMatchObject({
      type: 'string',
      labels: { device: 'M1', tag: 'state' },
      config: { displayNameFromDS: 'state', color: { fixedColor: '#6e6e6e' }, custom: { hideFrom: { legend: true } } },
    });
  });

  it('a status history has it in a cell as wide as the range, whose width is the distance of two points', async () => {
    const [frame] = await show('status-history');
    const middle = NOON + 15 * HOUR;
    expect(columnsOf(frame!)).toEqual({ time: [middle, middle + 6 * HOUR], avg: [TEXT, null] });
  });

  it('beside series with values, a status history has it in a cell of the same width', async () => {
    const level = Array.from({ length: 40 }, (_, index) => ({ atEpochMs: NOON + index * HOUR, value: index }));
    const data = plant({ level, state: SILENT.series[0]!.readings });
    const frames = await show('status-history', { data, query: { interval: '1h', tags: ['level', 'state'] } });
    const [steps, said] = frames.map(columnsOf);
    expect(said!.avg).toEqual([TEXT]);
    expect(steps!.time).toContain(said!.time![0]);
  });

  it.each([
    // Without fields, it says that there is no data.
    ['timeseries', {}],
    ['trend', { time: [], value: [] }],
    [undefined, { time: [], value: [] }],
  ])('%s has no row: it says it in a notice', async (visualization, columns) => {
    const [frame] = await show(visualization);
    expect(columnsOf(frame!)).toEqual(columns);
    expect(frame!.meta?.notices?.map(({ text }) => text)).toEqual([expect.stringContaining('2026-11-20 13:00:00')]);
  });

  it('has neither a row nor a text in alert rules and expressions, and for visitors of a shared dashboard', async () => {
    const rule = await show('stat', { request: { app: 'unified-alerting' } });
    const visualizations = ['stat', 'table', 'state-timeline', 'status-history'];
    const forVisitors = await Promise.all(visualizations.map((one) => show(one, { canFollow: false })));
    for (const [frame] of [rule, ...forVisitors]) {
      expect(frame!.fields.map(({ type, values }) => [type, values])).toEqual([
        ['time', []],
        ['number', []],
      ]);
      expect(frame!.fields[1]!.config.noValue).toBeUndefined();
    }
  });

  it('of a tag without any reading, it says so', async () => {
    const [frame] = await show('stat', { data: plant({ level: [] }) });
    expect(shownNull(frame!).text).toBe('No data in this time range. The server has no reading of this tag.');
  });

  it('is the value, where the query shows the latest reading', async () => {
    const [frame] = await show('stat', { query: { latestReading: true } });
    expect(columnsOf(frame!)).toEqual({ time: [NOON + HOUR], value: [2] });
    expect(frame!.fields[1]!.config.noValue).toBeUndefined();
  });

  it.each<[string, string, Partial<HistoryQuery>]>([
    ['a state beyond the hold limit', 'state', { hold: '3h' }],
    ['a measure', 'level', { hold: '24h' }],
    ['the time range as one step', 'state', { hold: '24h', interval: 'range' }],
  ])('does not hold its value: %s', async (_, tag, query) => {
    const data = plant({ [tag]: [{ atEpochMs: NOON + HOUR, value: 2 }] });
    expect(shownNull((await show('stat', { data, query }))[0]!).text).toBe(TEXT);
  });
});

describe('a state that still holds at the end of the time range', () => {
  const query: Partial<HistoryQuery> = { hold: '24h' };

  it.each(['stat', 'table'])('has its value in %s, at the instant of its reading', async (visualization) => {
    const [frame] = await show(visualization, { query });
    expect(columnsOf(frame!)).toEqual({ time: [NOON + HOUR], value: [2] });
    expect(frame!.meta?.notices).toHaveLength(1);
  });

  it.each(['state-timeline', 'timeseries'])('is drawn by %s from the left edge', async (visualization) => {
    const frames = await show(visualization, { query });
    const drawn = frames.find(({ length }) => length > 0);
    expect(drawn!.fields[0]!.values[0]).toBe(WINDOW.fromEpochMs);
    expect(drawn!.fields[1]!.values[0]).toBe(2);
  });

  it('is none in alert rules and expressions', async () => {
    const [frame] = await show('stat', { query, request: { app: 'unified-alerting' } });
    expect(frame!.length).toBe(0);
  });

  it.each(['stat', 'table'])(
    'has the value before a range that is over in %s, at its beginning',
    async (visualization) => {
      const window = { fromEpochMs: NOON - 5 * HOUR, toEpochMs: NOON - HOUR };
      const [frame] = await show(visualization, { query, window });
      expect(columnsOf(frame!)).toEqual({ time: [window.fromEpochMs], value: [1] });
      // Unknown after four hours, an hour before the end.
      const [unknown] = await show(visualization, { query: { hold: '4h' }, window });
      expect(columnsOf(unknown!).value).not.toContain(1);
    }
  );

  it('is not the value of a range that ended before the reading', async () => {
    const window = { fromEpochMs: NOON - 20 * HOUR, toEpochMs: NOON - 10 * HOUR };
    expect(shownNull((await show('stat', { query, window }))[0]!).text).toBe(TEXT);
  });
});
