import { type DataFrame, type Field, getFieldDisplayName } from '@grafana/data';
import { readingsAt, toRows } from '../../../testSupport/toRows';
import type { Rows } from '../../../core/history/rows';
import { type LoadedSeries, READINGS_SHAPE, shapeOfSteps } from '../../../core/history/series/loadedSeries';
import { EMPTY_RESULT } from '../../../core/history/fetch/fetchResult';
import { normalizeQuery } from '../../normalizeQuery';
import { chooseStatistics, type HistoryQuery, type StatisticChoice } from '../historyQuery';
import { toPoints } from '../../../core/history/points/seriesPoints';
import { valueConfigs } from './valueConfig';
import { noPoints, type SeriesFrameOptions, type SeriesFrames, seriesFrames } from './seriesFrame';

const MINUTE = 60_000;
const EDGES = Float64Array.of(0, MINUTE, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE);
const BUCKETS = toRows([
  { at: 0, avg: 5, min: 1, max: 9, n: 60 },
  { at: MINUTE, avg: 6, min: 2, max: 9, n: 60 },
  { at: 3 * MINUTE, avg: 7, min: 3, max: 9, n: 50 },
]);
const LABELS = {
  site: 'Getafe',
  area: '',
  device: 'PUMP-1',
  deviceName: 'Feed pump',
  deviceType: 'pump',
  tag: 'pressure',
  name: 'Pressure',
  fullName: 'Pressure',
  unit: 'bar',
  type: '',
};

const LINK = { title: 'Readings', url: '/explore' };
const NO_PROFILE = { valueConfig: {}, thresholdsConfig: {}, axisConfig: {} };
const META = { notices: [], executedQueryString: 'GET', custom: { rows: 3 } };

const ALL_TIME = { fromEpochMs: 0, toEpochMs: 1e13 };
const WINDOW = { fromEpochMs: 0, toEpochMs: 4 * MINUTE };
/** No other field of a panel has the name of the lower edge, which the upper edge refers to. */
const LOWER_EDGE = 'min A Feed pump · m³/h & "x" 1';

function loadedSeries(rows: Rows, edges: Float64Array | undefined): LoadedSeries {
  return {
    series: { device: 'PUMP-1', tag: 'pressure' },
    name: 'Pressure',
    unit: 'bar',
    rows,
    level: edges ? '1m' : 'raw',
    ...(edges ? shapeOfSteps({ count: 1, unit: 'm' }, edges) : READINGS_SHAPE),
    fetched: { ...EMPTY_RESULT, rows },
    undecided: [],
    substitution: undefined,
  };
}

function renderFrames(
  query: Partial<HistoryQuery> = {},
  { rows = BUCKETS, edges, increase }: { rows?: Rows; edges?: Float64Array; increase?: Float64Array } = {
    edges: EDGES,
  },
  options: Partial<SeriesFrameOptions> = {}
): SeriesFrames {
  const saved = normalizeQuery({ refId: 'A', ...query }) as HistoryQuery;
  const increases = increase && {
    rows: readingsAt([...rows.timeEpochMs], (at) => increase[rows.timeEpochMs.indexOf(at)]!),
    readings: undefined,
    momentary: [],
    unknown: [],
    rollovers: [],
    afterGap: [],
  };
  const loaded: LoadedSeries = { ...loadedSeries(rows, edges), ...(increases && { increase: increases }) };
  return seriesFrames(
    toPoints(loaded, { ...saved, statistics: chooseStatistics(saved.statistics, 'measure') }, ALL_TIME, 1000),
    edges,
    {
      query: saved,
      window: WINDOW,
      labels: LABELS,
      name: 'Feed pump · m³/h & "x"',
      lineColors: ['purple'],
      isEarlier: false,
      isStepwise: false,
      isCounter: false,
      links: [LINK],
      ...NO_PROFILE,
      ...options,
    },
    META
  );
}

/** The frame of the lines. */
function renderLines(...args: Parameters<typeof renderFrames>): DataFrame {
  return renderFrames(...args).lines;
}

/** The frame of the band. */
function renderBand(...args: Parameters<typeof renderFrames>): DataFrame {
  const { band } = renderFrames(...args);
  if (band === undefined) {
    throw new Error('no band');
  }
  return band;
}

function findField(frame: DataFrame, name: string): Field {
  const found = frame.fields.find((field) => field.name === name);
  if (!found) {
    throw new Error(`no field ${name}`);
  }
  return found;
}

it.each<[StatisticChoice[], string[], string[]]>([
  [
    ['avg', 'band'],
    ['time', 'avg'],
    ['time', LOWER_EDGE, 'max'],
  ],
  [['avg'], ['time', 'avg'], []],
  [['band'], ['time'], ['time', LOWER_EDGE, 'max']],
  [['max', 'min'], ['time', 'min', 'max'], []],
  [['n', 'range'], ['time', 'range', 'n'], []],
  [
    ['avg', 'band', 'max'],
    ['time', 'avg', 'max'],
    ['time', LOWER_EDGE],
  ],
  [
    ['avg', 'band', 'min', 'max', 'range', 'n'],
    ['time', 'avg', 'min', 'max', 'range', 'n'],
    ['time', LOWER_EDGE],
  ],
])('the statistics %j become the lines %j and the band %j', (statistics, lineNames, bandNames) => {
  const { lines, band } = renderFrames({ statistics });
  expect(lines.fields.map(({ name }) => name)).toEqual(lineNames);
  expect(band?.fields.map(({ name }) => name) ?? []).toEqual(bandNames);
  const lengths = [lines, ...(band ? [band] : [])].flatMap(({ fields }) => fields.map(({ values }) => values.length));
  expect(new Set(lengths)).toEqual(new Set([lines.length]));
});

it('uses the legend as its name, without escaping', () => {
  const { lines, band } = renderFrames();
  expect(lines).toMatchObject({ refId: 'A', name: 'Feed pump · m³/h & "x"', meta: META });
  const fields = [lines, band!].flatMap((frame) => frame.fields.slice(1).map((field) => ({ field, frame })));
  expect(fields.map(({ field, frame }) => getFieldDisplayName(field, frame, [lines, band!]))).toEqual([
    'Feed pump · m³/h & "x"',
    'Feed pump · m³/h & "x" (min)',
    'Feed pump · m³/h & "x" (max)',
  ]);
});

it('has the location of the series as labels, without empty ones', () => {
  expect(findField(renderLines(), 'avg').labels).toEqual({ site: 'Getafe', device: 'PUMP-1', tag: 'pressure' });
});

describe('the band', () => {
  it('is filled from max down to min, in the color of the average', () => {
    const band = renderBand();
    const [, min, max] = band.fields;
    expect(max?.config.custom.fillBelowTo).toBe(min?.name);
    for (const field of [min, max]) {
      expect(field?.config.color).toEqual({ mode: 'fixed', fixedColor: 'purple' });
    }
  });

  it('shows its edges only in the tooltip', () => {
    for (const name of [LOWER_EDGE, 'max']) {
      expect(findField(renderBand(), name).config.custom).toMatchObject({
        lineWidth: 0,
        hideFrom: { legend: true, tooltip: false, viz: false },
      });
    }
  });

  it('shows an edge that is a line, too, only as that line', () => {
    const { hideFrom } = findField(renderBand({ statistics: ['band', 'min'] }), LOWER_EDGE).config.custom;
    expect(hideFrom).toEqual({ legend: true, tooltip: true, viz: false });
  });

  it('has a visible edge, in a color of the panel, if that statistic is selected too', () => {
    const { config } = findField(renderLines({ statistics: ['band', 'max'] }), 'max');
    expect(config.custom).toEqual({ fillBelowTo: expect.any(String), fillOpacity: expect.any(Number) });
    expect(config.color).toBeUndefined();
  });
});

it('the panel colors the lines, with a band or without', () => {
  for (const statistics of [
    ['avg', 'band'],
    ['avg', 'min', 'max', 'range', 'n', 'increase'],
  ] as const) {
    expect(renderLines({ statistics: [...statistics] }).fields.every(({ config }) => config.color === undefined)).toBe(
      true
    );
  }
});

it('values that hold until the next reading are rendered as steps', () => {
  const { lines, band } = renderFrames({}, undefined, { isStepwise: true });
  const values = [...lines.fields.slice(1), ...band!.fields.slice(1)];
  expect(values.map(({ config }) => config.custom.lineInterpolation)).toEqual(['stepAfter', 'stepAfter', 'stepAfter']);
});

it('computes range as max - min with the unit of the series, and n without a unit', () => {
  const frame = renderLines({ statistics: ['range', 'n'], fill: 'null' });
  expect(findField(frame, 'range')).toMatchObject({ values: [8, 7, null, 6], config: { unit: 'pressurebar' } });
  expect(findField(frame, 'n')).toMatchObject({ values: [60, 60, null, 50], config: { unit: 'locale' } });
});

describe('the increase', () => {
  const increase = Float64Array.of(4, NaN, 2);

  it.each(['gap', 'null', 'previous', 'linear'] as const)(
    'is null where it is not known, and in empty steps: %s',
    (fill) => {
      const frame = renderLines({ statistics: ['increase'], fill }, { edges: EDGES, increase });
      expect(findField(frame, 'time').values).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
      const field = findField(frame, 'increase');
      expect(field).toMatchObject({ values: [4, null, null, 2], config: { unit: 'pressurebar' } });
      expect(getFieldDisplayName(field, frame, [frame])).toBe('Feed pump · m³/h & "x" (increase)');
    }
  );

  it('has no points while it is still to come', () => {
    const frame = renderLines({ statistics: ['increase'] }, { edges: EDGES });
    expect(findField(frame, 'increase').values).toEqual([]);
  });
});

describe('gaps', () => {
  it('break the line, and set the interval above which the panel shows a gap', () => {
    const time = findField(renderLines(), 'time');
    expect(time.values).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
    expect(findField(renderLines(), 'avg').values).toEqual([5, 6, null, 7]);
    expect(time.config.interval).toBeGreaterThanOrEqual(MINUTE);
    expect(time.config.interval).toBeLessThan(2 * MINUTE);
  });

  it('are filled if the query says so', () => {
    expect(findField(renderLines({ fill: 'linear' }), 'avg').values).toEqual([5, 6, 6.5, 7]);
  });
});

describe('readings', () => {
  const rows = readingsAt([...Array.from({ length: 10 }, (_, second) => second * 1000), 3_600_000]);

  it.each<[StatisticChoice[], string[]]>([
    [
      ['avg', 'band'],
      ['time', 'value'],
    ],
    [['band'], ['time', 'value']],
    [['n'], ['time', 'n']],
    [['max'], ['time', 'max']],
    [['range'], ['time', 'range']],
    [
      ['min', 'n'],
      ['time', 'min', 'n'],
    ],
    [['increase'], ['time', 'increase']],
    [
      ['max', 'increase', 'band'],
      ['time', 'max', 'increase'],
    ],
  ])(
    'have the fields that were requested, and no band: the statistics %j become the fields %j',
    (statistics, names) => {
      expect(renderLines({ statistics }, { rows }).fields.map(({ name }) => name)).toEqual(names);
    }
  );

  it('have a null at each gap and no interval, because the panel would insert a null every few seconds', () => {
    const frame = renderLines({}, { rows });
    expect(findField(frame, 'value').values.slice(-3)).toEqual([9000, null, 3_600_000]);
    expect(findField(frame, 'time').config.interval).toBeUndefined();
  });
});

it('a series without rows becomes an empty frame without a band', () => {
  const { lines, band } = renderFrames({}, { rows: readingsAt([]), edges: EDGES });
  expect([lines.length, lines.fields.map(({ values }) => values), band]).toEqual([0, [[], []], undefined]);
});

it('a series of which nothing is loaded has the fields that it will have', () => {
  const query = normalizeQuery({ statistics: ['avg', 'band', 'max'] }) as HistoryQuery;
  const options = {
    query,
    window: WINDOW,
    labels: LABELS,
    name: 'Pump',
    lineColors: ['red'] as const,
    isEarlier: false,
    isStepwise: false,
    isCounter: false,
    links: [LINK],
    ...NO_PROFILE,
  };
  const { lines, band } = seriesFrames(noPoints(chooseStatistics(query.statistics, 'measure')), undefined, options, {});
  expect(lines.fields.map(({ values }) => values)).toEqual([[], [], []]);
  expect(band).toBeUndefined();
});

describe('the states and limits of a tag', () => {
  const [config] = valueConfigs(
    [{ states: [{ value: 1, name: 'on' }], limits: { low: 2, high: 8 }, unit: 'bar', isGraph: true }],
    true
  );
  const query = { statistics: ['avg', 'band', 'min', 'max', 'range', 'n'] as StatisticChoice[] };
  const fieldsOf = ({ lines, band }: SeriesFrames) => [...lines.fields.slice(1), ...band!.fields.slice(1)];

  it('are of its values, and of nothing that is calculated from them', () => {
    const fields = fieldsOf(renderFrames(query, undefined, config));
    const having = (has: (field: Field) => unknown) => fields.filter(has).map(({ name }) => name);
    expect(having((field) => field.config.thresholds)).toEqual(['avg', 'min', 'max']);
    expect(having((field) => (field.config.custom as { thresholdsStyle?: object }).thresholdsStyle)).toEqual([
      'avg',
      'min',
      'max',
    ]);
    expect(having((field) => field.config.mappings)).toEqual(['avg', 'min', 'max', LOWER_EDGE]);
    expect(having((field) => field.config.decimals)).toEqual([]);
  });

  it('leave all fields of a unit on one axis', () => {
    const fields = fieldsOf(renderFrames(query, undefined, config)).filter(({ config: { unit } }) => unit !== 'locale');
    const ranges = fields.map(({ config: { custom } }) => {
      const { axisSoftMin, axisSoftMax } = custom as { axisSoftMin?: number; axisSoftMax?: number };
      return [axisSoftMin, axisSoftMax];
    });
    expect(ranges).toEqual(fields.map(() => [2, 8]));
    expect(fields).toHaveLength(5);
  });

  it('give the axis of readings whole numbers', () => {
    const rows = { rows: readingsAt([1, 2]) };
    expect(renderLines({}, rows, config).fields[1]?.config.decimals).toBe(0);
    expect(renderLines({}, rows).fields[1]?.config.decimals).toBeUndefined();
  });

  it('have no thresholds while there are no values', () => {
    const empty = renderLines({}, { rows: toRows([]), edges: Float64Array.of() }, config);
    expect(empty.fields.map((field) => field.config.thresholds)).toEqual(empty.fields.map(() => undefined));
  });
});

it('the readings of a counter have no prefix, its increase may have one', () => {
  const labels = { ...LABELS, unit: 'kWh' };
  const query = { statistics: ['avg', 'min', 'increase'] as StatisticChoice[] };
  const listUnits = (isCounter: boolean) =>
    renderFrames(query, undefined, { labels, isCounter }).lines.fields.map(({ config }) => config.unit);
  expect(listUnits(true)).toEqual([undefined, 'suffix:kWh', 'suffix:kWh', 'kwatth']);
  expect(listUnits(false)).toEqual([undefined, 'kwatth', 'kwatth', 'kwatth']);
});

describe('the steps of a chart that are wide and that no step follows', () => {
  const ends = (query: Partial<HistoryQuery> = {}, options: Partial<SeriesFrameOptions> = {}) =>
    renderFrames(query, undefined, { wideSteps: EDGES, ...options }).stepEnds;
  const points = ({ fields }: DataFrame) => fields.map(({ values }) => values);

  it('have frames of their own from their start to their end, also before a gap', () => {
    const [line, lineAfterGap, band, bandAfterGap, ...others] = ends();
    const times = [0, MINUTE, 2 * MINUTE, 3 * MINUTE];
    expect(points(line!)).toEqual([times, [null, 6, 6, null]]);
    expect(points(band!)).toEqual([times, [null, 2, 2, null], [null, 9, 9, null]]);
    const timesToEnd = [0, MINUTE, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE];
    expect(points(lineAfterGap!)).toEqual([timesToEnd, [null, null, null, 7, 7]]);
    expect(points(bandAfterGap!)).toEqual([timesToEnd, [null, null, null, 3, 3], [null, null, null, 9, 9]]);
    expect(others).toEqual([]);
  });

  it('leave the points of the series as they are, and make steps of its line', () => {
    const { lines } = renderFrames({}, undefined, { wideSteps: EDGES });
    expect(points(lines)).toEqual(points(renderLines()));
    expect(findField(lines, 'avg').config.custom).toMatchObject({ lineInterpolation: 'stepAfter' });
    expect(findField(renderLines(), 'avg').config.custom).not.toHaveProperty('lineInterpolation');
    expect(renderFrames().stepEnds).toEqual([]);
  });

  it('have the color of the line, neither legend nor tooltip, and no width as bars', () => {
    const [line] = ends();
    expect(line!.fields[1]!.config).toMatchObject({
      color: { mode: 'fixed', fixedColor: 'purple' },
      custom: { hideFrom: { legend: true, tooltip: true, viz: false }, barMaxWidth: 0, showPoints: 'never' },
    });
  });

  it('are dashed in the color of a line of an earlier time', () => {
    const [line] = ends({}, { isEarlier: true });
    expect(line!.fields[1]!.config).toMatchObject({
      color: { fixedColor: 'purple' },
      custom: { lineStyle: { fill: 'dash' } },
    });
  });

  it.each<[StatisticChoice[]]>([[['avg', 'band']], [['max', 'band']]])(
    'fill the area of a band to an edge that no other field is called like, of %j',
    (statistics) => {
      const { lines, band, stepEnds } = renderFrames({ statistics }, undefined, { wideSteps: EDGES });
      const fields = [lines, band!, ...stepEnds].flatMap((frame) => frame.fields.slice(1));
      for (const { config } of fields.filter((field) => field.config.custom?.fillBelowTo !== undefined)) {
        expect(fields.filter(({ name }) => name === config.custom.fillBelowTo)).toHaveLength(1);
        expect(fields.filter((field) => field.config.displayNameFromDS === config.displayNameFromDS)).toHaveLength(1);
      }
    }
  );

  it('have a break between two of a frame, and no point between two steps, so that bars are as wide as without them', () => {
    const edges = Float64Array.from({ length: 8 }, (_, step) => step * MINUTE);
    const rows = toRows([0, 2, 4, 6].map((step) => ({ at: step * MINUTE, avg: step, min: 0, max: 9, n: 60 })));
    const { stepEnds } = renderFrames({ statistics: ['avg'], fill: 'null' }, { rows, edges }, { wideSteps: edges });
    expect(stepEnds.map(({ fields }) => fields[1]!.values)).toEqual([
      [0, 0, null, null, 4, 4, null],
      [null, null, 2, 2, null, null, 6, 6],
    ]);
    expect(stepEnds.map(({ fields }) => fields[0]!.values)).toEqual([[...edges].slice(0, 7), [...edges]]);
  });

  it('go on where the latest reading, which only the average has, is in the step', () => {
    const reading = { timeEpochMs: 3.5 * MINUTE, value: 8 };
    const { stepEnds } = renderFrames({ statistics: ['avg', 'max'] }, undefined, { wideSteps: EDGES, reading });
    const max = stepEnds.filter(({ fields }) => fields[1]!.name === 'max').at(-1)!;
    const lasting = points(max)[0]!.map((at, row) => [at, points(max)[1]![row] as unknown]);
    expect(lasting.filter(([at]) => (at as number) >= 3 * MINUTE)).toEqual([
      [3 * MINUTE, 9],
      [3.5 * MINUTE, 9],
      [4 * MINUTE, 9],
    ]);
  });
});

describe('the value before the range', () => {
  const before = { fromEpochMs: -MINUTE, toEpochMs: 0, value: 4 };
  const beforeFrame = (query: Partial<HistoryQuery>, value: SeriesFrameOptions['before']) =>
    renderFrames(query, undefined, { before: value, isGraph: true }).held!;
  const points = ({ fields }: DataFrame) => fields.map(({ values }) => values);

  it('has nulls at the other times of the series, and no links, so that nobody points at it from there', () => {
    const frame = beforeFrame({}, before);
    expect(points(frame)).toEqual([
      [-MINUTE, 0, MINUTE, 2 * MINUTE, 3 * MINUTE],
      [4, 5, null, null, null],
    ]);
    expect(frame.length).toBe(5);
    expect(frame.fields[1]!.config.links).toEqual([]);
  });

  it('goes on at the empty steps that it lasts over', () => {
    const rows = toRows([{ at: 3 * MINUTE, avg: 7, min: 3, max: 9, n: 50 }]);
    const held = { fromEpochMs: 0, toEpochMs: 2.5 * MINUTE, value: 4 };
    const options = { before: held, isGraph: true };
    const frame = renderFrames({ fill: 'null' }, { rows, edges: EDGES }, options).held!;
    expect(points(frame)).toEqual([
      [0, MINUTE, 2 * MINUTE, 2.5 * MINUTE, 3 * MINUTE],
      [4, 4, 4, 4, null],
    ]);
  });
});

describe('what goes around the lines', () => {
  const shownAs = (frame: DataFrame | undefined) => frame?.meta?.preferredVisualisationType;

  it("is in Explore's graph and not in its table, which has the lines", () => {
    const before = { fromEpochMs: -MINUTE, toEpochMs: 0, value: 4 };
    const options = { wideSteps: EDGES, before, isGraph: true };
    const frames = renderFrames({ statistics: ['avg', 'band'] }, undefined, options);
    expect([frames.band, frames.held, ...frames.stepEnds].map(shownAs)).toEqual(Array(6).fill('graph'));
    expect(shownAs(frames.lines)).toBeUndefined();
  });

  it('is in the table, too, if the band is all there is', () => {
    const { band, stepEnds } = renderFrames({ statistics: ['band'] }, undefined, { wideSteps: EDGES });
    expect(shownAs(band)).toBeUndefined();
    expect(stepEnds.map(shownAs)).toEqual(['graph', 'graph']);
  });
});
