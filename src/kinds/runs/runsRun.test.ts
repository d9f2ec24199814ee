import type { DataFrame, DataQueryResponse } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { BEGINS, everyMinute, NOW, ovens, RANGE, runAt, START } from '../../testSupport/ovenRuns';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import type { SpecData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { RunsQuery } from './runsQuery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RESTARTS = BEGINS.map((begin) => begin + 3 * MINUTE);

/** In run i, 100 °C at the start, and 10 °C more each hour, plus i; the last one is 50 °C too hot. */
function temperature(atEpochMs: number): number {
  const index = runAt(atEpochMs);
  const hours = index < 0 ? 0 : (atEpochMs - BEGINS[index]!) / HOUR;
  return index < 0 ? 20 : 100 + 10 * hours + index + (index === 4 ? 50 : 0);
}

const READINGS = {
  temp: everyMinute(temperature),
  lote: everyMinute((at) => (runAt(at) < 0 ? 0 : 700 + runAt(at))),
  gas: everyMinute((_, minute) => 1000 + 2 * minute),
  // Restarts three minutes after the start of each run.
  piezas: everyMinute((at) => (at - (RESTARTS.filter((restart) => restart <= at).at(-1) ?? START - HOUR)) / MINUTE),
};

const plant = (devices: readonly string[] = ['HOR-1'], silent: readonly string[] = []): SpecData =>
  ovens({ ...READINGS, ...Object.fromEntries(silent.map((tag) => [tag, []])) }, devices);

interface Setup {
  readonly data?: SpecData;
  readonly behavior?: Partial<ServerBehavior>;
  readonly settings?: TelemetrySettings;
  readonly panel?: string;
  readonly app?: string;
  readonly range?: typeof RANGE;
  readonly now?: number;
}

const RUNNING: Partial<RunsQuery> = {
  devices: ['HOR-1'],
  tags: ['temp'],
  runTag: 'estado',
  condition: { operator: '=', value: 'marcha', upper: '' },
};

function open(setup: Setup = {}) {
  const { data = plant(), behavior, settings, panel = 'trend', app, range = RANGE, now = NOW } = setup;
  const clock = createFakeClock(now);
  const client = createTestClient(data, behavior, { clock });
  const services = dataSourceServices(client, settings);
  const run = (query: Partial<RunsQuery>, window = range): Promise<DataQueryResponse> => {
    const target = { kind: 'runs', ...RUNNING, ...query };
    const request = panelRequest(window, [target as never], {
      ...{ panelPluginId: panel, maxDataPoints: 24 },
      ...(app !== undefined && { app: app as never }),
    });
    return lastValueFrom(runQuery(request, services, (text) => [text.replace('$where', 'middle')]));
  };
  return { run, clock, server: client.server };
}

const ask = (query: Partial<RunsQuery>, setup?: Setup) => open(setup).run(query);
const frameOf = ({ data }: DataQueryResponse) => data[0] as DataFrame;
const notices = ({ data }: DataQueryResponse) =>
  (data as DataFrame[]).flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text));
const shown = (frame: DataFrame) => frame.fields.map(({ config, name }) => config.displayNameFromDS ?? name);
const column = (frame: DataFrame, name: string) =>
  frame.fields.find((field) => field.name === name)!.values as unknown[];

describe('overlay', () => {
  it('has a line for each run by the time since its start, the last one over the others', async () => {
    const frame = frameOf(await ask({}));
    expect(shown(frame)).toEqual([
      'Time since the start',
      '2026-03-01 00:00:00',
      '2026-03-01 05:00:00',
      '2026-03-01 10:00:00',
      '2026-03-01 15:00:00',
      '2026-03-01 20:00:00 (in progress)',
    ]);
    expect(frame.fields[0]!.values).toEqual(Array.from({ length: 24 }, (_, step) => step / 12));
    const third = frame.fields[3]!.values as number[];
    // The mean of the first five minutes of a line that begins at 102 °C and rises by 10 °C an hour.
    expect(third[0]).toBeCloseTo(102 + 10 * (2.5 / 60), 6);
    // It is over in the middle of its second hour.
    expect((frame.fields[5]!.values as Array<number | null>).map((value) => value !== null).lastIndexOf(true)).toBe(5);
    const widths = frame.fields.slice(1).map(({ config }) => (config.custom as { lineWidth: number }).lineWidth);
    expect(widths).toEqual([1, 1, 1, 1, 3]);
  });

  it('has of a counter what it counted since the start of each run', async () => {
    const frame = frameOf(await ask({ tags: ['gas'], count: 2 }));
    // 2 m³ a minute, in steps of five minutes; the last one is in progress, and its last reading a minute old.
    expect((frame.fields[1]!.values as number[]).slice(0, 3)).toEqual([10, 20, 30]);
    expect((frame.fields[2]!.values as number[]).slice(0, 7)).toEqual([10, 20, 30, 40, 50, 58, null]);
  });

  it('is drawn where the compared run is if the axis is time', async () => {
    const frame = frameOf(await ask({ count: 2 }, { panel: 'timeseries' }));
    expect(frame.fields[0]).toMatchObject({ name: 'time', type: 'time' });
    expect(frame.fields[0]!.values[0]).toBe(BEGINS[4]);
    expect(frame.fields).toHaveLength(3);
  });

  it('aligned at the end, or at both ends, leaves out a run whose end is not known', async () => {
    const atEnd = await ask({ align: 'end' });
    expect(frameOf(atEnd).fields[0]!.values[0]).toBe(-2);
    expect(shown(frameOf(atEnd))).toHaveLength(5);
    expect(notices(atEnd)).toEqual([
      'Horno HOR-1 · Temperatura: 1 run is not drawn, because its start or its end is not known yet.',
    ]);
    const stretched = frameOf(await ask({ align: 'stretch' }));
    expect(stretched.fields[0]!.config).toMatchObject({ unit: 'percent', max: 100 });
    expect(stretched.fields).toHaveLength(5);
  });

  it('has the runs of each device, or those of one device for all', async () => {
    const data = plant(['HOR-1', 'HOR-2']);
    const own = frameOf(await ask({ devices: ['HOR-*'], count: 2 }, { data }));
    expect(shown(own)).toEqual([
      'Time since the start',
      'Horno HOR-1 · Temperatura · 2026-03-01 15:00:00',
      'Horno HOR-1 · Temperatura · 2026-03-01 20:00:00 (in progress)',
      'Horno HOR-2 · Temperatura · 2026-03-01 15:00:00',
      'Horno HOR-2 · Temperatura · 2026-03-01 20:00:00 (in progress)',
    ]);
    const { run, server } = open({ data });
    await run({ devices: ['HOR-*'], count: 2, runDevice: 'HOR-1' });
    const asked = server.requests.map(({ params }) => `${params?.dispositivo} ${params?.tag}`);
    expect(asked).toContain('HOR-1 estado');
    expect(asked).not.toContain('HOR-2 estado');
  });
});

describe('runs by value', () => {
  it('begin with a new value, are called by it, and can be chosen by it', async () => {
    const query: Partial<RunsQuery> = {
      runTag: 'lote',
      runsBy: 'values',
      condition: { operator: '>', value: '0', upper: '' },
    };
    const frame = frameOf(await ask({ ...query, count: 3 }));
    expect(shown(frame).slice(1)).toEqual([
      '702 · 2026-03-01 10:00:00',
      '703 · 2026-03-01 15:00:00',
      '704 · 2026-03-01 20:00:00 (in progress)',
    ]);
    const table = frameOf(await ask({ ...query, run: '703', reference: ['701', '702'] }, { panel: 'table' }));
    expect(column(table, 'run')).toEqual(['704', '703', '702', '701', '700']);
    expect(column(table, 'part')).toEqual(['In progress', 'Compared', 'Reference', 'Reference', '']);
  });

  it.each([
    ['nothing', '', []],
    ['variables that are set to All', '*', ['*']],
    ['the last one, whichever it is', 'last', ['', '*']],
  ])('are by default the last one and all others: %s', async (_, run, reference) => {
    const table = await ask({ run, reference }, { panel: 'table' });
    const parts = ['Compared · In progress', 'Reference', 'Reference', 'Reference', 'Reference'];
    expect(column(frameOf(table), 'part')).toEqual(parts);
    expect(notices(table)).toEqual([]);
  });

  it('can be chosen by a time in them; a name that no run has is reported', async () => {
    const table = await ask(
      { run: new Date(BEGINS[1]! + HOUR).toISOString(), reference: ['nobody'] },
      { panel: 'table' }
    );
    expect(column(frameOf(table), 'part')).toEqual(['In progress', '', '', 'Compared', '']);
    expect(notices(table)).toContain('No run is called “nobody”, and none goes on at that time.');
  });
});

describe('runs between restarts', () => {
  const query: Partial<RunsQuery> = { runTag: 'piezas', runsBy: 'restarts', count: 3 };

  it('begin with each restart of the counter, without a condition', async () => {
    const table = frameOf(
      await ask({ ...query, condition: { operator: '>', value: '', upper: '' } }, { panel: 'table' })
    );
    const [first, second, third] = RESTARTS.slice(2);
    expect(column(table, 'start')).toEqual([third, second, first]);
    expect(column(table, 'end')).toEqual([null, third, second]);
    expect(column(table, 'part')).toEqual(['Compared · In progress', 'Reference', 'Reference']);
  });

  it('do not count if they are shorter than the minimum', async () => {
    const table = frameOf(await ask({ ...query, minDuration: '4h' }, { panel: 'table' }));
    expect(column(table, 'start')).not.toContain(RESTARTS[4]);
    expect(column(table, 'start')).toHaveLength(3);
  });

  it('are an error of a tag that is no counter', async () => {
    const data = plant();
    const readings = everyMinute((_, minute) => 9000 - minute);
    const series = data.series.map((one) => (one.tag === 'piezas' ? { ...one, readings } : one));
    const { errors } = await ask(query, { data: { ...data, series } });
    expect(errors?.[0]?.message).toContain('piezas falls more often than it rises');
  });
});

describe('envelope and deviation', () => {
  it('is of the other runs whose ends are known, with the last run over it', async () => {
    const response = await ask({ format: 'envelope' });
    const frame = frameOf(response);
    expect(shown(frame)).toEqual([
      'Time since the start',
      ...['Minimum', 'Maximum', '10 %', '90 %', 'Median'],
      '2026-03-01 20:00:00 (in progress)',
    ]);
    const first = frame.fields.map(({ values }) => values[0] as number);
    const base = 100 + 10 * (2.5 / 60);
    [base, base + 3, base + 0.3, base + 2.7, base + 1.5, base + 54].forEach((value, index) =>
      expect(first[index + 1]).toBeCloseTo(value, 6)
    );
    expect(notices(response)).toEqual([
      'Horno HOR-1 · Temperatura: now 51 °C above every reference run (25 min after the start).',
    ]);
  });

  it('is a number for tiles and alert rules: outside now and the largest so far', async () => {
    const [frame] = (await ask({}, { panel: 'stat' })).data as DataFrame[];
    expect(frame!.fields.map(({ name }) => name)).toEqual(['time', 'now', 'largest']);
    // In its last minute, the value is that of the last reading.
    expect(frame!.fields[1]!.values[0]).toBeCloseTo(51 - 1 / 60, 6);
    const rule = (await ask({ format: 'auto' }, { app: 'unified-alerting', panel: undefined })).data as DataFrame[];
    expect(rule[0]!.fields.map(({ name }) => name)).toEqual(['time', 'now', 'largest']);
  });

  it('is zero inside, and of a run that is like the others', async () => {
    const [frame] = (await ask({ run: new Date(BEGINS[2]!).toISOString() }, { panel: 'stat' })).data as DataFrame[];
    expect([frame!.fields[1]!.values[0], frame!.fields[2]!.values[0]]).toEqual([0, 0]);
  });

  it('of a counter are of what it counted since the start of each run, whatever its total is', async () => {
    const envelope = frameOf(await ask({ tags: ['gas'], format: 'envelope' }));
    const shownValues = (name: string) =>
      envelope.fields.find((field) => field.name.startsWith(name))!.values.slice(0, 3);
    expect([shownValues('min'), shownValues('median'), shownValues('max')]).toEqual([
      [10, 20, 30],
      [10, 20, 30],
      [10, 20, 30],
    ]);
    // The last run is in the middle of a step, of which only a part is counted so far.
    const now = NOW - 3 * MINUTE;
    const setup: Setup = { panel: 'stat', now, range: { ...RANGE, toEpochMs: now } };
    const frame = frameOf(await ask({ tags: ['gas'] }, setup));
    expect([column(frame, 'now'), column(frame, 'largest')]).toEqual([[0], [0]]);
  });

  it('has no value without a reference run, which is said', async () => {
    const response = await ask({ count: 1 }, { panel: 'stat' });
    expect(frameOf(response).fields[1]!.values).toEqual([null]);
    expect(notices(response)).toEqual(['Horno HOR-1 · Temperatura: there is no reference run to compare with.']);
  });

  it('says that few runs are compared, and that states have none', async () => {
    expect(notices(await ask({ count: 3, format: 'envelope' }))[0]).toMatch(/only 2 reference runs are compared with/);
    expect(notices(await ask({ tags: ['estado'], format: 'envelope' }))[0]).toMatch(/states have no envelope/);
  });
});

describe('table', () => {
  it('has a row per run with its values, how far a counter counted, and its deviation', async () => {
    const frame = frameOf(await ask({ tags: ['temp', 'gas'] }, { panel: 'table' }));
    expect(column(frame, 'start')).toEqual([...BEGINS].reverse());
    expect(column(frame, 'end')).toEqual([null, ...[3, 2, 1, 0].map((index) => BEGINS[index]! + 2 * HOUR)]);
    expect(column(frame, 'duration').slice(1)).toEqual([7200, 7200, 7200, 7200]);
    expect(column(frame, 'increase:gas').slice(1)).toEqual([240, 240, 240, 240]);
    expect(column(frame, 'min:temp').slice(1)).toEqual([103, 102, 101, 100]);
    const deviations = column(frame, 'deviation:temp') as number[];
    [52.5, 1.5, 0.5, 0.5, 1.5].forEach((value, row) => expect(deviations[row]).toBeCloseTo(value, 1));
    expect(column(frame, 'largestAt:temp')[0]).toBe('10 min');
    expect(String(column(frame, 'trendUrl')[0])).toContain('/explore?');
  });

  it('has of a counter how far it deviates in what it has counted since the start', async () => {
    let total = 1000;
    const gas = everyMinute((at) => (total += at >= BEGINS[3]! && at < BEGINS[4]! ? 3 : 2));
    const frame = frameOf(
      await ask({ tags: ['gas'] }, { data: ovens({ ...READINGS, gas }, ['HOR-1']), panel: 'table' })
    );
    expect(column(frame, 'increase:gas')).toEqual([58, 360, 240, 240, 240]);
    // The last reading of the run in progress is a minute old. The run before counted 120 more in its two hours.
    expect(column(frame, 'largest:gas').slice(0, 3)).toEqual([-2, 120, 0]);
    expect(column(frame, 'largestAt:gas')[1]).toBe('1 h 55 min');
  });
});

describe('the link of a row to its overlay', () => {
  /** Opens the link of a row as Explore does. */
  async function follow(frame: DataFrame, row: number, setup: Setup) {
    const url = new URL(String(column(frame, 'overlayUrl')[row]), 'http://grafana');
    const { trend } = JSON.parse(url.searchParams.get('panes')!) as {
      readonly trend: {
        readonly queries: ReadonlyArray<Partial<RunsQuery>>;
        readonly range: { from: string; to: string };
      };
    };
    const { from, to } = trend.range;
    const range = { fromEpochMs: Number(from), toEpochMs: Number(to) };
    return ask(trend.queries[0]!, { ...setup, range, panel: 'trend' });
  }

  const strong = (frame: DataFrame) =>
    frame.fields
      .filter(({ config }) => (config.custom as { lineWidth?: number } | undefined)?.lineWidth === 3)
      .map(({ config }) => config.displayNameFromDS);

  it('lays all runs over each other and compares the one of the row', async () => {
    const frame = frameOf(await ask({}, { panel: 'table' }));
    const link = frame.fields.find(({ name }) => name === 'duration')!.config.links![0]!;
    expect(link).toMatchObject({ title: 'Show overlay', url: '${__data.fields.overlayUrl:raw}' });
    const shownRuns = await Promise.all([0, 1, 4].map(async (row) => frameOf(await follow(frame, row, {}))));
    expect(shownRuns.map(({ fields }) => fields.length)).toEqual([6, 6, 6]);
    expect(shownRuns.map(strong)).toEqual([
      ['2026-03-01 20:00:00 (in progress)'],
      ['2026-03-01 15:00:00'],
      ['2026-03-01 00:00:00'],
    ]);
  });

  it('is of the device of the row, and of one run even if another has the same value', async () => {
    const lots = everyMinute((at) => (runAt(at) < 0 ? 0 : 700 + (runAt(at) % 2)));
    const data = plant(['HOR-1', 'HOR-2']);
    const series = data.series.map((one) => (one.tag === 'lote' ? { ...one, readings: lots } : one));
    const setup = { data: { ...data, series } };
    const condition = { operator: '>', value: '0', upper: '' } as const;
    const query: Partial<RunsQuery> = { devices: ['HOR-*'], runTag: 'lote', runsBy: 'values', condition };
    const frame = frameOf(await ask(query, { ...setup, panel: 'table' }));
    const row = column(frame, 'start').indexOf(BEGINS[1]);
    expect(column(frame, 'device')[row]).toBe('Horno HOR-1');
    const overlay = await follow(frame, row, setup);
    expect(strong(frameOf(overlay))).toEqual(['701 · 2026-03-01 05:00:00']);
    expect(frameOf(overlay).fields).toHaveLength(6);
    expect(notices(overlay)).toEqual([]);
  });
});

it('a run before which nothing is known may have begun earlier, and one after which nothing is known may go on: no reference', async () => {
  const data = plant();
  const silent = (atEpochMs: number) =>
    atEpochMs < BEGINS[1]! + HOUR || (atEpochMs >= BEGINS[2]! + HOUR && atEpochMs < BEGINS[3]!);
  const series = data.series.map((one) => ({
    ...one,
    readings: one.readings.filter(({ atEpochMs }) => !silent(atEpochMs)),
  }));
  const response = await ask({ hold: '20m' }, { data: { ...data, series }, panel: 'table' });
  expect(column(frameOf(response), 'part')).toEqual([
    'Compared · In progress',
    'Began before 2026-03-01 15:00:00',
    'Then unknown',
    'Began before 2026-03-01 06:00:00',
  ]);
});

describe('nothing there', () => {
  it('no run, a tag without readings in a run, and a run tag that is missing are said', async () => {
    const none = await ask({ condition: { operator: '=', value: '7', upper: '' } });
    expect(notices(none)).toEqual(['HOR-1: no run begins before the end of the time range, in 400 days.']);
    expect(none.errors ?? []).toEqual([]);
    const silent = await ask({}, { data: plant(['HOR-1'], ['temp']), panel: 'table' });
    expect(column(frameOf(silent), 'average:temp')).toEqual([null, null, null, null, null]);
    const unfinished = await ask({ runTag: '' });
    expect(notices(unfinished)).toEqual(['Choose the tag that says when runs begin and end.']);
    const rule = await ask({ runTag: '' }, { app: 'unified-alerting' });
    expect(rule.errors?.[0]?.message).toContain('Choose the tag that says when runs begin and end.');
  });

  it.each([
    [{ runTag: 'est*' }, 'The tag of the runs is one tag: a pattern cannot be used.'],
    [{ minDuration: 'long' }, 'long'],
    [{ runsBy: 'values', condition: { operator: 'unchanged', value: '4h', upper: '' } }, 'Runs by value cannot have'],
    [{ condition: { operator: '=', value: 'roto', upper: '' } }, 'roto'],
  ] as ReadonlyArray<[Partial<RunsQuery>, string]>)('%j is an error that names what is wrong', async (query, text) => {
    expect((await ask(query)).errors?.[0]?.message).toContain(text);
  });

  it('a variable for the alignment that has another word is an error', async () => {
    const { errors } = await ask({ align: '$where' });
    expect(errors![0]!.message).toBe('Runs cannot be aligned at "middle". Use start, end, or stretch.');
  });

  it('more runs than can be compared are a notice', async () => {
    expect(notices(await ask({ count: 10_000 }))).toContain(
      'Showing the last 200 runs of 10000. More cannot be compared at once.'
    );
  });

  it('a device whose runs cannot be found does not affect the others', async () => {
    const response = await ask(
      { devices: ['HOR-*'], count: 2 },
      {
        data: plant(['HOR-1', 'HOR-2']),
        behavior: {
          intercept: ({ params }) =>
            params.dispositivo === 'HOR-2' && params.tag === 'estado' ? { kind: 'status', status: 404 } : undefined,
        },
      }
    );
    expect(shown(frameOf(response)).slice(1)).toEqual(['2026-03-01 15:00:00', '2026-03-01 20:00:00 (in progress)']);
    expect(response.errors).toHaveLength(1);
    expect(response.errors![0]!.message).toContain('HOR-2');
  });
});

const REQUESTED = [
  ['of a measure', 'temp', 'trend'],
  ['of a measure in a table', 'temp', 'table'],
  ['of a counter', 'gas', 'trend'],
  ['of a counter in a table', 'gas', 'table'],
] as const;

const hourBefore = (now: number) => ({ fromEpochMs: now - HOUR, toEpochMs: now });

/** The requests of a tag when a panel is refreshed at several times. */
async function requestedAt(times: readonly number[], query: Partial<RunsQuery>, panel: string) {
  const { run, clock, server } = open({ panel, now: times[0]! });
  const requested: number[] = [];
  for (const now of times) {
    clock.advance(now - clock.nowEpochMs());
    const before = server.requests.length;
    await run(query, hourBefore(now));
    const ofTag = server.requests.slice(before).filter(({ params }) => params?.tag === query.tags![0]);
    requested.push(ofTag.length);
  }
  return requested;
}

it.each(REQUESTED)('needs at most two requests %s for one run', async (_, tag, panel) => {
  for (const now of [NOW, BEGINS[3]! + 3 * HOUR]) {
    const { run, server } = open({ panel, now, range: hourBefore(now) });
    const requested = () => server.requests.filter(({ params }) => params?.tag === tag).length;
    await run({ tags: [tag], count: 1 });
    expect(requested()).toBeLessThanOrEqual(2);
    const before = requested();
    await run({ tags: [tag], count: 1, noCache: true });
    expect(requested() - before).toBeLessThanOrEqual(2);
  }
});

it.each([
  [30, ['1m', 'crudo']],
  // Two readings do not tell how fast it counts, the hours of its last days do.
  [60, ['1m', 'crudo', '1h']],
])('requests of a counter that is read every %i minutes for one run: %j', async (minutes, levels) => {
  const data = ovens({ ...READINGS, gas: READINGS.gas.filter((_, minute) => minute % minutes === 20) }, ['HOR-1']);
  const now = BEGINS[3]! + 3 * HOUR;
  const { run, server } = open({ data, now, range: hourBefore(now) });
  await run({ tags: ['gas'], count: 1 });
  const ofCounter = server.requests.filter(({ params }) => params?.tag === 'gas');
  expect(ofCounter.map(({ params }) => params.intervalo)).toEqual(levels);
});

it.each(['trend', 'table'])('needs two requests of a counter that is silent, in a %s', async (panel) => {
  const until = (end: number) => READINGS.gas.filter(({ atEpochMs }) => atEpochMs < end);
  for (const gas of [[], until(START - 25 * MINUTE), until(START + 2 * HOUR)]) {
    for (const count of [1, 5]) {
      const { run, server } = open({ data: ovens({ ...READINGS, gas }, ['HOR-1']), panel });
      await run({ tags: ['gas'], count });
      expect(server.requests.filter(({ params }) => params?.tag === 'gas')).toHaveLength(2);
    }
  }
});

it.each(REQUESTED)('needs at most two requests %s for a new run, and for one that is over', async (_, tag, panel) => {
  const atFourth = [16.9, 17.1, 17.4].map((hour) => START + hour * HOUR);
  const atFifth = [19.8, 20.1, 20.2, 20.5].map((hour) => START + hour * HOUR);
  for (const times of [atFourth, atFifth]) {
    const [, ...refreshed] = await requestedAt(times, { tags: [tag] }, panel);
    expect(Math.max(...refreshed)).toBeLessThanOrEqual(2);
  }
});

it.each(REQUESTED)(
  'needs at most two requests per run %s, and none for closed runs at a refresh',
  async (_, tag, panel) => {
    const { run, server } = open({ panel });
    await run({ tags: [tag] });
    const historyRequests = () => server.requests.filter(({ params }) => params?.tag === tag);
    expect(historyRequests().length).toBeLessThanOrEqual(2 * 5);
    const before = server.requests.length;
    await run({ tags: [tag] });
    const windows = server.requests.slice(before).map(({ params }) => Date.parse(String(params?.desde)));
    windows
      .filter((from) => !Number.isNaN(from))
      .forEach((from) => expect(from).toBeGreaterThanOrEqual(BEGINS[3]! + 2 * HOUR));
  }
);
