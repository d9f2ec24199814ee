import { type DataFrame, type Field, getFieldDisplayName } from '@grafana/data';
import { readingsAt, rowsOf } from '../../testSupport/rowsOf';
import type { Rows } from '../../core/history/rows';
import type { LoadedSeries } from '../../core/history/series/toSteps';
import { EMPTY_RESULT } from '../../core/history/fetch/fetchResult';
import { normalizeQuery } from '../../query/normalizeQuery';
import type { Statistic } from '../../core/history/points/seriesStyle';
import type { HistoryQuery } from '../../query/telemetryQuery';
import type { LoadSummary } from './loadSummary';
import { pointsOf } from '../../core/history/points/seriesPoints';
import { seriesFrame } from './seriesFrame';

const MINUTE = 60_000;
const EDGES = Float64Array.of(0, MINUTE, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE);
const BUCKETS = rowsOf([
  { at: 0, avg: 5, min: 1, max: 9, n: 60 },
  { at: MINUTE, avg: 6, min: 2, max: 9, n: 60 },
  { at: 3 * MINUTE, avg: 7, min: 3, max: 9, n: 50 },
]);
const LABELS = {
  site: 'Getafe',
  area: '',
  device: 'PUMP-1',
  deviceName: 'Feed pump',
  tag: 'pressure',
  name: 'Pressure',
  unit: 'bar',
};

const SUMMARY: LoadSummary = {
  level: '1m',
  rows: 3,
  cachedRows: 0,
  loadedRows: 3,
  shownRows: 3,
  requests: 1,
  deduplicated: 0,
  retries: 0,
  durationMs: 12,
  reason: 'the plan',
};

const ALL_TIME = { fromEpochMs: 0, toEpochMs: 1e13 };

function loadedSeries(rows: Rows, edges: Float64Array | undefined, increase?: Float64Array): LoadedSeries {
  return {
    series: { device: 'PUMP-1', tag: 'pressure' },
    name: 'Pressure',
    unit: 'bar',
    rows,
    level: edges ? '1m' : 'raw',
    step: edges && { count: 1, unit: 'm' },
    edges,
    fetched: { ...EMPTY_RESULT, rows },
    unusableSteps: [],
    substitution: undefined,
    increase,
  };
}

function frameOf(
  query: Partial<HistoryQuery> = {},
  { rows = BUCKETS, edges, increase }: { rows?: Rows; edges?: Float64Array; increase?: Float64Array } = { edges: EDGES }
): DataFrame {
  const saved = normalizeQuery({ refId: 'A', ...query }) as HistoryQuery;
  const loaded = loadedSeries(rows, edges, increase);
  return seriesFrame(loaded, pointsOf(loaded, saved, ALL_TIME, 1000), {
    query: saved,
    labels: LABELS,
    name: 'Feed pump · m³/h & "x"',
    color: 'purple',
    notices: [],
    summary: SUMMARY,
  });
}

function fieldOf(frame: DataFrame, name: string): Field {
  const found = frame.fields.find((field) => field.name === name);
  if (!found) {
    throw new Error(`no field ${name}`);
  }
  return found;
}

it.each<[Statistic[], string[]]>([
  [
    ['avg', 'band'],
    ['time', 'avg', 'min', 'max'],
  ],
  [['avg'], ['time', 'avg']],
  [['band'], ['time', 'min', 'max']],
  [
    ['max', 'min'],
    ['time', 'min', 'max'],
  ],
  [
    ['n', 'range'],
    ['time', 'range', 'n'],
  ],
  [['increase'], ['time', 'increase']],
  [
    ['avg', 'band', 'min', 'max', 'range', 'n', 'increase'],
    ['time', 'avg', 'min', 'max', 'range', 'n', 'increase'],
  ],
])('the statistics %j become the fields %j', (statistics, names) => {
  const frame = frameOf({ statistics });
  expect(frame.fields.map(({ name }) => name)).toEqual(names);
  expect(new Set(frame.fields.map(({ values }) => values.length))).toEqual(new Set([frame.length]));
});

it('uses the legend as its name, without escaping', () => {
  const frame = frameOf();
  expect(frame).toMatchObject({ refId: 'A', name: 'Feed pump · m³/h & "x"', meta: { custom: { summary: SUMMARY } } });
  expect(frame.fields.slice(1).map((field) => getFieldDisplayName(field, frame, [frame]))).toEqual([
    'Feed pump · m³/h & "x"',
    'Feed pump · m³/h & "x" (min)',
    'Feed pump · m³/h & "x" (max)',
  ]);
});

it('has the location of the series as labels, without empty ones', () => {
  expect(fieldOf(frameOf(), 'avg').labels).toEqual({ site: 'Getafe', device: 'PUMP-1', tag: 'pressure' });
});

describe('the band', () => {
  it('is filled from max down to min, in the color of the average', () => {
    const frame = frameOf();
    const [, avg, min, max] = frame.fields;
    expect(max?.config.custom.fillBelowTo).toBe(getFieldDisplayName(min!, frame, [frame]));
    for (const field of [avg, min, max]) {
      expect(field?.config.color).toEqual({ mode: 'fixed', fixedColor: 'purple' });
    }
  });

  it('shows its edges only in the tooltip', () => {
    for (const name of ['min', 'max']) {
      expect(fieldOf(frameOf(), name).config.custom).toMatchObject({
        lineWidth: 0,
        hideFrom: { legend: true, tooltip: false, viz: false },
      });
    }
  });

  it('has a visible edge if that statistic is selected too', () => {
    const { config } = fieldOf(frameOf({ statistics: ['band', 'max'] }), 'max');
    expect(config.custom).toEqual({ fillBelowTo: expect.any(String), fillOpacity: expect.any(Number) });
  });
});

it('leaves the colors to the panel if there is no band', () => {
  const frame = frameOf({ statistics: ['avg', 'min', 'max', 'range', 'n'] });
  expect(frame.fields.every(({ config }) => config.color === undefined)).toBe(true);
});

it('computes range as max - min with the unit of the series, and n without a unit', () => {
  const frame = frameOf({ statistics: ['range', 'n'], fill: 'null' });
  expect(fieldOf(frame, 'range')).toMatchObject({ values: [8, 7, null, 6], config: { unit: 'pressurebar' } });
  expect(fieldOf(frame, 'n')).toMatchObject({ values: [60, 60, null, 50], config: { unit: 'none' } });
});

describe('the increase', () => {
  const increase = Float64Array.of(4, NaN, 2);

  it.each(['gap', 'null', 'previous', 'linear'] as const)(
    'is null where it is not known, and in empty steps: %s',
    (fill) => {
      const frame = frameOf({ statistics: ['increase'], fill }, { edges: EDGES, increase });
      expect(fieldOf(frame, 'time').values).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
      const field = fieldOf(frame, 'increase');
      expect(field).toMatchObject({ values: [4, null, null, 2], config: { unit: 'pressurebar' } });
      expect(getFieldDisplayName(field, frame, [frame])).toBe('Feed pump · m³/h & "x" (increase)');
    }
  );

  it('is null while it is still to come', () => {
    const frame = frameOf({ statistics: ['increase'] }, { edges: EDGES });
    expect(fieldOf(frame, 'increase').values).toEqual([null, null, null, null]);
  });
});

describe('gaps', () => {
  it('break the line, and set the interval above which the panel shows a gap', () => {
    const time = fieldOf(frameOf(), 'time');
    expect(time.values).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
    expect(fieldOf(frameOf(), 'avg').values).toEqual([5, 6, null, 7]);
    expect(time.config.interval).toBeGreaterThanOrEqual(MINUTE);
    expect(time.config.interval).toBeLessThan(2 * MINUTE);
  });

  it('are filled if the query says so', () => {
    expect(fieldOf(frameOf({ fill: 'linear' }), 'avg').values).toEqual([5, 6, 6.5, 7]);
  });
});

describe('readings', () => {
  const rows = readingsAt([...Array.from({ length: 10 }, (_, second) => second * 1000), 3_600_000]);

  it.each<[Statistic[], string[]]>([
    [
      ['avg', 'band'],
      ['time', 'value'],
    ],
    [
      ['min', 'n'],
      ['time', 'value', 'n'],
    ],
    [['increase'], ['time', 'increase']],
    [
      ['max', 'increase'],
      ['time', 'value', 'increase'],
    ],
  ])('have a single value: the statistics %j become the fields %j', (statistics, names) => {
    expect(frameOf({ statistics }, { rows }).fields.map(({ name }) => name)).toEqual(names);
  });

  it('have a null at each gap and no interval, because the panel would insert a null every few seconds', () => {
    const frame = frameOf({}, { rows });
    expect(fieldOf(frame, 'value').values.slice(-3)).toEqual([9000, null, 3_600_000]);
    expect(fieldOf(frame, 'time').config.interval).toBeUndefined();
  });

  it('have the same color as their averages', () => {
    expect(fieldOf(frameOf({}, { rows }), 'value').config.color).toMatchObject({ fixedColor: 'purple' });
  });
});

it('a series without rows becomes an empty frame', () => {
  const frame = frameOf({}, { rows: readingsAt([]), edges: EDGES });
  expect(frame.length).toBe(0);
  expect(frame.fields.map(({ values }) => values)).toEqual([[], [], [], []]);
});
