import { undecidedFor } from '../../../core/history/undecided';
import type { TimeWindow } from '../../../core/time/window';
import { readingsAt } from '../../../testSupport/toRows';
import { TelemetryError } from '../../../core/api/telemetryError';
import {
  type Increases,
  type LoadedSeries,
  READINGS_SHAPE,
  shapeOfSteps,
  type Substitution,
} from '../../../core/history/series/loadedSeries';
import { EMPTY_RESULT, type FetchResult } from '../../../core/history/fetch/fetchResult';
import { SETTINGS } from '../../../query/dataSourceSettings';
import { seriesNotices } from './historyNotices';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const ROWS = readingsAt([1, 2, 3]);

/** Of steps an hour long from noon on, or of readings. */
function increases(values: readonly number[], facts: Partial<Increases> = {}): Increases {
  const isHourly = Object.keys(facts).length > 0 || values.length > ROWS.timeEpochMs.length;
  const rows = readingsAt(
    values.map((_, index) => (isHourly ? NOON + index * HOUR : index + 1)),
    (at) => values[isHourly ? (at - NOON) / HOUR : at - 1]!
  );
  return { rows, readings: undefined, momentary: [], unknown: [], rollovers: [], afterGap: [], ...facts };
}

const COMPLETE: LoadedSeries = {
  series: { device: 'P', tag: 't' },
  name: '',
  unit: '',
  rows: ROWS,
  level: '1m',
  ...READINGS_SHAPE,
  fetched: { ...EMPTY_RESULT, rows: ROWS, receivedRows: 3 },
  undecided: [],
  substitution: undefined,
};

function renderNotices(
  fetched: Partial<FetchResult>,
  substitution?: Substitution,
  shownRows = 3,
  unusableSteps: readonly TimeWindow[] = [],
  increase?: Increases,
  leftOutEpochMs: readonly number[] = [],
  edges?: Float64Array
) {
  const loaded: LoadedSeries = {
    ...COMPLETE,
    ...(edges && shapeOfSteps({ count: 1, unit: 'h' }, edges)),
    fetched: { ...COMPLETE.fetched, ...fetched },
    undecided: undecidedFor(unusableSteps, 'invalid'),
    substitution,
    increase,
  };
  return seriesNotices(
    loaded,
    { timeWeighted: undefined },
    { shownRows, leftOutEpochMs },
    'm³/h <1>',
    'Europe/Madrid'
  ).map(({ severity, text }) => `${severity}: ${text}`);
}

it('has no notices for a complete series', () => {
  expect(renderNotices({})).toEqual([]);
});

it('reports each missing time range in the zone of the dashboard, with the reason and what to do', () => {
  const missing = [0, 1].map((hour) => ({
    fromEpochMs: NOON + hour * HOUR,
    toEpochMs: NOON + (hour + 1) * HOUR,
    cause: 'missing' as const,
    error: new TelemetryError('server', { status: 503, detail: 'busy' }),
  }));
  expect(renderNotices({ missing })).toEqual([
    expect.stringMatching(
      /^error: m³\/h <1>: missing data: 2026-03-03 13:00:00 – 2026-03-03 14:00:00\. .*503.*\[busy\] Refresh/
    ),
    expect.stringContaining('2026-03-03 14:00:00 – 2026-03-03 15:00:00'),
  ]);
});

it.each<[Substitution, RegExp]>([
  [{ kind: 'tooManyReadings', readings: 70_000, maxRows: 50_000 }, /^info: .*70000 readings \(at most 50000.*Zoom in/],
  [{ kind: 'expiredReadings', readings: 700 }, /^warning: .*1-minute averages .*no longer retains 700 readings/],
  [{ kind: 'unknownReadings' }, /^warning: .*does not report how many readings the time range has.*Zoom in/],
  [{ kind: 'unknownCounts' }, /^warning: .*the server's own rows.*cannot be combined exactly/],
  [
    { kind: 'unexpectedBuckets', level: '1d' },
    /^warning: .*1d averages begin at other times.*Check “Server time zone”/,
  ],
  [{ kind: 'utcSteps' }, /^info: .*follow UTC.*Choose an interval/],
])('reports what is shown instead of the requested data, and what to do: %j', (substitution, expected) => {
  expect(renderNotices({}, substitution)).toEqual([expect.stringMatching(expected)]);
});

it.each([
  ['maxRows', 'Max rows per series', SETTINGS.maxRowsPerSeries.max],
  ['maxRequests', 'Max requests per series', SETTINGS.maxRequests.max],
] as const)('advises to increase what %s allows only where it can be more', (cause, label, max) => {
  const undecided = [{ fromEpochMs: NOON, toEpochMs: NOON + HOUR, cause }];
  const notice = (allowed: number) => {
    const loaded = { ...COMPLETE, timeWeighted: { rows: ROWS, undecided } };
    const asked = { interpolation: 'hold', holdMs: HOUR } as const;
    const plan = { timeWeighted: { ...asked, maxRows: 1000, maxRequests: 10, [cause]: allowed } };
    const notices = seriesNotices(loaded, plan, { shownRows: 3, leftOutEpochMs: [] }, 'm³/h <1>', 'Europe/Madrid');
    return notices.map(({ text }) => text.replace(/^.*because/, 'because'));
  };
  expect([notice(max - 1), notice(max)]).toEqual([
    [
      `because it needs more readings than “${label}” allows. Choose a shorter time range, or increase it in the data source settings.`,
    ],
    [`because it needs more readings than “${label}” allows. Choose a shorter time range.`],
  ]);
});

it('reports where the increase of a counter is not known', () => {
  expect(renderNotices({}, undefined, 3, [], increases([1, NaN, 2]))).toEqual([
    expect.stringMatching(/^warning: .*no increase for 1970-01-01 01:00:00 – 1970-01-01 01:00:00, because readings/),
  ]);
  expect(renderNotices({}, undefined, 3, [], increases([1, 0, 2]))).toEqual([]);
});

describe('an increase that is not what one expects', () => {
  const edges = Float64Array.from({ length: 13 }, (_, hour) => NOON + hour * HOUR);
  const hourly = (values: readonly number[], facts: Partial<Increases> = {}) =>
    renderNotices({}, undefined, 3, [], increases(values, facts), [], edges);

  it('is named where readings fell and were back at once', () => {
    const momentary = [0, 1, 2, 3].map((hour) => NOON + hour * HOUR);
    expect(hourly([1, 1], { momentary })).toEqual([
      'info: m³/h <1>: readings left out because the value fell or jumped and recovered at once: 4 (2026-03-03 13:00:00, 2026-03-03 14:00:00, 2026-03-03 15:00:00, 1 more).',
    ]);
  });

  it('is named with both readings where nothing explains them, or the register was full', () => {
    const jump = { fromEpochMs: NOON, toEpochMs: NOON + 2 * HOUR, last: 98_265.7, value: 95_534.8 };
    expect(hourly([1, NaN, 1], { unknown: [jump] })).toEqual([
      expect.stringMatching(
        /^warning: .*not known how much was counted where the meter went 98,265\.7 → 95,534\.8 \(2026-03-03 15:00:00\): that is neither/
      ),
    ]);
    const full = { fromEpochMs: NOON, toEpochMs: NOON + 2 * HOUR, last: 65_535, value: 1 };
    expect(hourly([1, 2], { rollovers: [full] })).toEqual([
      expect.stringMatching(/^info: .*counted on: 65,535 → 1 \(2026-03-03 15:00:00\)\.$/),
    ]);
  });

  it('is named where the step also holds what was counted before', () => {
    const afterGap = [{ fromEpochMs: NOON + HOUR, toEpochMs: NOON + 2 * HOUR }];
    expect(hourly([1, 1], { afterGap })).toEqual([
      'info: m³/h <1>: the increase of 2026-03-03 14:00:00 – 2026-03-03 15:00:00 includes what was counted while there were no readings.',
    ]);
  });

  it('is named where most of the total is in one step of many', () => {
    expect(hourly([1, 1, 1, 1, 98_219, 1, 1, 1, 1, 1, 1, 1])).toEqual([
      expect.stringMatching(
        /^info: .*more than 90 % of the total is in one step, 2026-03-03 17:00:00 – 2026-03-03 18:00:00\. If the meter was replaced/
      ),
    ]);
    expect(hourly([1, 1, 1, 1, 90, 1, 1, 1, 1, 1, 1, 1])).toEqual([]);
    expect(hourly([0, 98_219, 1])).toEqual([]);
    expect(hourly([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0])).toEqual([]);
    expect(hourly(Array<number>(12).fill(0))).toEqual([]);
  });
});

it('reports how many readings were downsampled', () => {
  expect(renderNotices({}, undefined, 2)).toEqual([
    expect.stringMatching(/^info: .*of 3 readings, showing the first, last, lowest and highest/),
  ]);
});

it.each([
  [{ unusableRows: 2 }, /2 of 9 rows .* 2 without a usable time or number, 0 duplicates, 0 outside/],
  [{ duplicateRows: 3 }, /3 of 9 rows .* 0 without a usable time or number, 3 duplicates, 0 outside/],
  [{ outsideRows: 4 }, /4 of 9 rows .* 0 without a usable time or number, 0 duplicates, 4 outside/],
])('reports how many rows were left out, and why: %j', (fetched, expected) => {
  expect(renderNotices({ receivedRows: 9, ...fetched })).toEqual([expect.stringMatching(expected)]);
});

it('reports the first time ranges of unusable buckets, merged if adjacent, and the number of the others', () => {
  const minutes = [0, 1, 5, 10, 20, 30];
  const unusableSteps = minutes.map((minute) => ({
    fromEpochMs: NOON + minute * 60_000,
    toEpochMs: NOON + (minute + 1) * 60_000,
  }));
  expect(renderNotices({}, undefined, 3, unusableSteps)).toEqual([
    'warning: m³/h <1>: no points for 2026-03-03 13:00:00 – 2026-03-03 13:02:00, 2026-03-03 13:05:00 – 2026-03-03 13:06:00, ' +
      "2026-03-03 13:10:00 – 2026-03-03 13:11:00, 2 more, because the server's 1m averages there are invalid.",
  ]);
});

it('reports the points of a shifted series whose local time does not exist', () => {
  expect(renderNotices({}, undefined, 3, [], undefined, [1, 2, 3, 4])).toEqual([
    expect.stringMatching(/^info: .*: 4 points of the earlier period are not shown: /),
  ]);
});
