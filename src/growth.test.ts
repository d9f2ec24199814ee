// First, because it counts the steps of what is loaded after it.
import { UTC_GRID } from './testSupport/testPlan';
import { countSteps } from './testSupport/countSteps';
import { firstValueFrom } from 'rxjs';
import { type Alert, overlaps } from './core/alerts/alert';
import { proposedLimits } from './core/alerts/proposedLimit';
import { severityTimeline } from './core/alerts/severityTimeline';
import { EMPTY_RESULT, joinPages } from './core/history/fetch/fetchResult';
import { rawSlices } from './core/history/fetch/fetchSlices';
import { breakTimes, gapThresholdMs, holdEnds } from './core/history/gaps';
import { downsample, sumToShown } from './core/history/points/downsample';
import { breakLine, columnAt, FILLS, fillSteps, shiftPoints } from './core/history/points/linePoints';
import { type SeriesStyle, toPoints } from './core/history/points/seriesPoints';
import { unfollowedSteps } from './core/history/points/unfollowedSteps';
import type { HistoryPage } from './core/history/historyPage';
import { bucketRows, concatRows, orderRows, readingRows, type Rows, sliceRows } from './core/history/rows';
import { CounterWalk } from './core/history/series/increase/counterWalk';
import { distinctNames, seriesLabels } from './core/inventory/legend';
import { type LoadedSeries, openStep, READINGS_SHAPE, shapeOfSteps } from './core/history/series/loadedSeries';
import { incompleteSteps, reaggregated } from './core/history/series/steps';
import { createCondition } from './core/history/signal/condition';
import {
  applyPeriodRules,
  findPeriods,
  neededForEnds,
  provenTrueMs,
  totalsByValue,
  totalsOf,
  totalsPerStep,
} from './core/history/signal/periods';
import type { Piece } from './core/history/mosaic/cells';
import { planRefinement } from './core/history/mosaic/planRefinement';
import { ConditionQuestion, ValuesQuestion, WindowValuesQuestion } from './core/history/signal/questions';
import type { Continuation } from './core/history/plan/planSignal';
import { type SignalQuestion, traceSignal } from './core/history/signal/trace';
import { longestValue, type Spans, SpansBuilder, spansPerStep } from './core/history/signal/spans';
import { UnchangedQuestion } from './core/history/signal/unchanged';
import { rangeRows, ValueRangesQuestion } from './core/history/signal/valueRanges';
import { type Device, devicesByCode } from './core/inventory/device';
import { distinctDevices } from './core/inventory/distinctDevices';
import { type InventoryListKind, inventoryValues } from './core/inventory/inventoryValues';
import { compileFilter, EVERY_SERIES, inventoryNames } from './core/inventory/seriesFilter';
import { parseStep } from './core/time/step';
import { stepEdges } from './core/time/stepEdges';
import { mergeWindows, MINUTE_MS, subtractWindows, type TimeWindow } from './core/time/window';
import { countCovered } from './grafana/frames/coveredStates';
import { filterDevices, filterSeries } from './grafana/query/filter/filteredInventory';
import { unknownNames } from './grafana/query/filter/unknownNames';
import { withChosen } from './grafana/variables/chosenValues';
import { orderByAlerts } from './grafana/variables/orderByAlerts';
import { variableResponse } from './grafana/variables/variableResponse';
import { alertCountsFrame } from './kinds/alerts/frames/alertCountsFrame';
import { alertDevicesFrame, alertsTableFrame, type NamedAlert } from './kinds/alerts/frames/alertTables';
import { alertTimelineFrames } from './kinds/alerts/frames/alertTimeline';
import { annotationsFrame } from './kinds/alerts/frames/annotationsFrame';
import { startValueFrames } from './kinds/alerts/frames/startValueFrames';
import { deviceCountsFrame, devicesFrame } from './kinds/devices/devicesFrame';
import { latestCountsFrame, latestSeriesFrames, latestTableFrame, type NamedValue } from './kinds/latest/latestFrames';
import {
  periodAnnotationsFrame,
  perStepFrames,
  timelineFrames,
  totalFrames,
} from './kinds/periods/frames/periodFrames';
import { periodsNotices } from './kinds/periods/frames/periodsNotices';
import { summarizePeriods } from './kinds/periods/frames/periodsSummary';
import { periodsTableFrame, statesTableFrame } from './kinds/periods/frames/periodTables';
import type { SeriesPeriods } from './kinds/periods/frames/seriesPeriods';
import { DEFAULT_PERIODS_QUERY } from './kinds/periods/periodsQuery';
import type { PeriodsPlan } from './kinds/periods/planPeriods';
import { TAG_TYPE_WORDS } from './core/serverWords';
import { DEFAULT_VARIABLE_QUERY, type VariableQuery } from './query/variableQuery';
import { dataSourceServices, panelRequest } from './testSupport/panelRequest';
import { EMPTY_DATA } from './testSupport/specServer/specData';
import { testAlert } from './testSupport/testAlert';
import { createFakeClock } from './testSupport/testClocks';
import { createTestClient } from './testSupport/testClient';
import { testPeriodsPlan, testSeriesPeriods } from './testSupport/testPeriods';

/*
 * What takes a time in proportion to the square of its rows works in every test, and ends after a minute in a plant. So the steps of each
 * function are counted for n and for 4 n of what it takes. Sorted is in n log n, which for 10,000 and 40,000 is 4.6 times as many; with
 * n squared, there would be 16 times as many.
 */

const GROWTH = 4;
const MOST_GROWTH = 5.5;

/** Calls a function with n of what it takes. */
type Run = (n: number) => unknown;

async function growthOf(run: Run, n: number): Promise<number> {
  // What is made once for all, such as texts and matchers, is no part of either.
  await run(n / 10);
  const steps = await countSteps(() => run(n));
  return (await countSteps(() => run(GROWTH * n))) / steps;
}

const SECOND_MS = 1000;
const NO_RULES = { minDurationMs: 0, joinWithinMs: 0 };
const SOME_RULES = { minDurationMs: 3 * SECOND_MS, joinWithinMs: 2 * SECOND_MS };
const HOLD: Continuation = { interpolation: 'hold', holdMs: 10 * MINUTE_MS };
const LINEAR: Continuation = { interpolation: 'linear', holdMs: 10 * MINUTE_MS };
const LIMITS = { horizonEpochMs: Infinity, grid: UTC_GRID };
const MANY = { requests: Infinity, rows: Infinity };
const ABOVE = createCondition('>', [2]);

const windowOf = (n: number): TimeWindow => ({ fromEpochMs: 0, toEpochMs: n * SECOND_MS });
const edgesOf = (n: number, length: number) =>
  Float64Array.from({ length: length + 1 }, (_, index) => (index * n * SECOND_MS) / length);

/** A span each second. */
function spansOf(n: number, value: (index: number) => number = (index) => index % 2): Spans {
  const builder = new SpansBuilder(windowOf(n));
  for (let index = 0; index < n; index++) {
    builder.add(index * SECOND_MS, (index + 1) * SECOND_MS, value(index));
  }
  return builder.spans();
}

/** True, false, undecided and unknown. */
const mixedSpans = (n: number) => spansOf(n, (index) => [1, 0, Infinity, NaN][index % 4]!);

/** A reading each second, with a gap after every tenth. */
function readings(n: number): Rows {
  const rows = readingRows(n);
  for (let row = 0; row < n; row++) {
    rows.timeEpochMs[row] = row * SECOND_MS + (row % 10 === 9 ? SECOND_MS / 2 : 0);
    rows.avg[row] = (row * 7) % 5;
  }
  return rows;
}

/** A bucket each minute. */
function buckets(n: number): Rows {
  const rows = bucketRows(n);
  for (let row = 0; row < n; row++) {
    rows.timeEpochMs[row] = row * MINUTE_MS;
    rows.avg[row] = 2;
    rows.min[row] = row % 3;
    rows.max[row] = 2 + (row % 3);
    rows.n[row] = 60;
  }
  return rows;
}

const minuteEdges = (n: number, everyMinutes = 1) =>
  Float64Array.from({ length: n / everyMinutes + 1 }, (_, index) => index * everyMinutes * MINUTE_MS);

/** A bucket each minute, of one reading. */
function singleReadings(n: number): Rows {
  const rows = bucketRows(n);
  for (let row = 0; row < n; row++) {
    rows.timeEpochMs[row] = row * MINUTE_MS;
    [rows.avg, rows.min, rows.max].forEach((column) => (column[row] = row % 2));
    rows.n[row] = 1;
  }
  return rows;
}

function series(rows: Rows, edges: Float64Array | undefined, unusable: readonly TimeWindow[] = []): LoadedSeries {
  return {
    series: { device: 'D', tag: 't' },
    name: '',
    unit: '',
    rows,
    level: edges === undefined ? 'raw' : '1m',
    ...(edges === undefined ? READINGS_SHAPE : shapeOfSteps(parseStep('1m'), edges)),
    fetched: { ...EMPTY_RESULT, rows, unusable, asOfEpochMs: Infinity },
    undecided: [],
    substitution: undefined,
  };
}

const STYLE: SeriesStyle = { statistics: ['avg', 'band', 'min', 'max', 'n'], fill: 'gap' };

function piece(level: 'raw' | '1m', rows: Rows, toEpochMs: number): Piece {
  return { fromEpochMs: 0, toEpochMs, level, rows, absent: [], finest: 'raw' };
}

function asks(
  level: 'raw' | '1m',
  create: (window: TimeWindow) => SignalQuestion<unknown>,
  continuation: Continuation,
  rowsOf = level === 'raw' ? readings : buckets
): Run {
  return (n) => {
    const window = level === 'raw' ? windowOf(n) : { fromEpochMs: 0, toEpochMs: n * MINUTE_MS };
    const pieces = [piece(level, rowsOf(n), window.toEpochMs)];
    const question = create(window);
    const view = { ...LIMITS, pieces };
    traceSignal(view, continuation, question);
    planRefinement(question, view, MANY);
    return question.answer();
  };
}

const windowsOf = (n: number): TimeWindow[] =>
  Array.from({ length: n }, (_, index) => ({ fromEpochMs: 2 * index, toEpochMs: 2 * index + 1 }));

const NO_PROFILE = { states: [], limits: {} };

/** The frame of the periods of a series that changes every second. */
function periodsOf(
  about: SeriesPeriods['about'],
  change: Partial<PeriodsPlan>,
  show: (series: SeriesPeriods, plan: PeriodsPlan) => unknown,
  valueOf: (index: number, n: number) => number = (index) => index % 3
): Run {
  return (n) => {
    const steps = change.edges === undefined ? undefined : edgesOf(n, change.edges.length || n / 10);
    const plan = testPeriodsPlan({ ...change, range: windowOf(n), edges: steps });
    const spans = about === 'condition' ? mixedSpans(n) : spansOf(n, (index) => valueOf(index, n));
    return show(testSeriesPeriods(spans, plan, { about }), plan);
  };
}

function optionsOf(plan: PeriodsPlan) {
  return {
    refId: 'A',
    plan,
    query: { ...DEFAULT_PERIODS_QUERY, refId: 'A' },
    nowEpochMs: 0,
    timeZone: 'UTC',
    dataSourceUid: 'uid',
    notices: [],
  };
}

const STEPS = new Float64Array();
const TWO_STEPS = new Float64Array(2);

const PERIODS: ReadonlyArray<readonly [string, Run]> = [
  ['findPeriods', (n) => findPeriods(spansOf(n), NO_RULES)],
  ['findPeriods that are joined', (n) => findPeriods(mixedSpans(n), SOME_RULES)],
  ['applyPeriodRules', (n) => applyPeriodRules(mixedSpans(n), SOME_RULES)],
  ['neededForEnds', (n) => neededForEnds(mixedSpans(n), windowOf(n / 2), SOME_RULES)],
  ['provenTrueMs', (n) => provenTrueMs(mixedSpans(n), SOME_RULES, windowOf(n))],
  ['totalsByValue', (n) => totalsByValue(spansOf(n, (index) => index))],
  ['totalsOf', (n) => totalsOf(spansOf(n), findPeriods(spansOf(n), NO_RULES), windowOf(n))],
  ['totalsPerStep', (n) => totalsPerStep(spansOf(n), findPeriods(spansOf(n), NO_RULES), edgesOf(n, n / 10))],
  [
    'totalsPerStep of one period',
    (n) =>
      totalsPerStep(
        spansOf(n, () => 1),
        findPeriods(
          spansOf(n, () => 1),
          NO_RULES
        ),
        edgesOf(n, n)
      ),
  ],
  ['longestValue', (n) => longestValue(spansOf(n, (index) => index))],
  ['spansPerStep', (n) => spansPerStep(spansOf(n), edgesOf(n, n / 10))],
  ['a condition of readings', asks('raw', (window) => new ConditionQuestion(ABOVE, window), LINEAR)],
  ['a condition of buckets', asks('1m', (window) => new ConditionQuestion(ABOVE, window), LINEAR)],
  ['equal readings', asks('raw', (window) => new UnchangedQuestion(MINUTE_MS, window), LINEAR)],
  ['equal readings of buckets', asks('1m', (window) => new UnchangedQuestion(5 * MINUTE_MS, window), LINEAR)],
  [
    'equal readings of buckets with one each',
    asks('1m', (window) => new UnchangedQuestion(5 * MINUTE_MS, window), LINEAR, singleReadings),
  ],
  ['states of readings', asks('raw', (window) => new ValuesQuestion(window), HOLD)],
  ['states of buckets', asks('1m', (window) => new ValuesQuestion(window), HOLD)],
  ['value ranges', asks('1m', (window) => new ValueRangesQuestion(window), HOLD)],
  [
    'time-weighted averages',
    asks('raw', ({ toEpochMs }) => new WindowValuesQuestion(stepWindows(toEpochMs), true), LINEAR),
  ],
  [
    'time-weighted averages of buckets',
    asks('1m', ({ toEpochMs }) => new WindowValuesQuestion(stepWindows(toEpochMs), true), LINEAR),
  ],
  [
    'rangeRows',
    (n) =>
      rangeRows(
        windowsOf(n).map((window, index) => ({ ...window, low: index, high: index + (index % 2), isDecided: true }))
      ),
  ],
  ['total', periodsOf('condition', {}, (one, plan) => totalFrames([{ series: one, name: '' }], optionsOf(plan)))],
  [
    'per step',
    periodsOf('condition', { edges: STEPS, format: 'perStep' }, (one, plan) =>
      perStepFrames([{ series: one, name: '' }], optionsOf(plan))
    ),
  ],
  [
    'states per step',
    periodsOf('states', { edges: STEPS, format: 'perStep' }, (one, plan) =>
      perStepFrames([{ series: one, name: '' }], optionsOf(plan))
    ),
  ],
  [
    'many states per step',
    periodsOf(
      'states',
      { edges: TWO_STEPS, format: 'perStep' },
      (one, plan) => perStepFrames([{ series: one, name: '' }], optionsOf(plan)),
      (index, n) => (index % 5 === 0 ? NaN : index % (n / 10))
    ),
  ],
  [
    'timeline',
    periodsOf('states', { format: 'timeline' }, (one, plan) =>
      timelineFrames([{ series: one, name: '' }], optionsOf(plan))
    ),
  ],
  [
    'timeline of steps',
    periodsOf('condition', { edges: STEPS, format: 'timeline' }, (one, plan) =>
      timelineFrames([{ series: one, name: '' }], optionsOf(plan))
    ),
  ],
  ['table', periodsOf('condition', { format: 'table' }, (one, plan) => periodsTableFrame([one], optionsOf(plan)))],
  [
    'table of states',
    periodsOf('states', { format: 'states' }, (one, plan) => statesTableFrame([one], optionsOf(plan))),
  ],
  [
    'annotations',
    periodsOf('condition', { format: 'annotations' }, (one, plan) =>
      periodAnnotationsFrame([{ series: one, name: '' }], optionsOf(plan), true)
    ),
  ],
  [
    'notices',
    periodsOf('condition', { edges: STEPS, format: 'timeline', statesSideBySide: 100 }, (one, plan) =>
      periodsNotices(one, '', plan, 'UTC')
    ),
  ],
  ['summary', periodsOf('condition', {}, (one) => summarizePeriods([one]))],
];

function stepWindows(toEpochMs: number): TimeWindow[] {
  const lengthMs = 20 * SECOND_MS;
  return Array.from({ length: toEpochMs / lengthMs }, (_, step) => ({
    fromEpochMs: step * lengthMs,
    toEpochMs: (step + 1) * lengthMs,
  }));
}

const ROWS: ReadonlyArray<readonly [string, Run]> = [
  ['reaggregated', (n) => reaggregated({ ...EMPTY_RESULT, rows: buckets(n) }, minuteEdges(n, 5))],
  [
    'incompleteSteps',
    (n) =>
      incompleteSteps(
        {
          ...EMPTY_RESULT,
          unusable: windowsOf(n).map(({ fromEpochMs }) => ({
            fromEpochMs: fromEpochMs * MINUTE_MS,
            toEpochMs: fromEpochMs * MINUTE_MS + 1,
          })),
        },
        minuteEdges(2 * n)
      ),
  ],
  ['openStep', (n) => openStep(series(buckets(n), minuteEdges(n)))],
  ['orderRows', (n) => orderRows(concatRows([readings(n), readings(n)]), windowOf(2 * n), 'raw')],
  ['joinPages', (n) => joinPages(pagesOf(readings(n)), windowOf(n + 1), 'raw')],
  ['rawSlices', (n) => rawSlices({ fromEpochMs: 0, toEpochMs: n * MINUTE_MS }, buckets(n))],
  ['downsample', (n) => downsample(readings(n), windowOf(n), n / 100)],
  ['downsample to a point', (n) => downsample(readings(n), windowOf(n), 1)],
  ['sumToShown', (n) => sumToShown(new Float64Array(n), readings(n), downsample(readings(n), windowOf(n), n / 100))],
  ['gapThresholdMs', (n) => gapThresholdMs(readings(n), undefined)],
  ['breakTimes', (n) => breakLine(readings(n), breakTimes(readings(n), SECOND_MS))],
  ['holdEnds', (n) => breakLine(readings(n), holdEnds(readings(n), SECOND_MS))],
  ...FILLS.map((fill): readonly [string, Run] => [
    `fillSteps with ${fill}`,
    (n) => columnAt(fillSteps(buckets(n), minuteEdges(2 * n), MINUTE_MS, fill), buckets(n).avg),
  ]),
  [
    'shiftPoints',
    (n) =>
      shiftPoints(breakLine(readings(n), breakTimes(readings(n), SECOND_MS)), undefined, {
        step: parseStep('1d')!,
        zone: 'Europe/Madrid',
      }),
  ],
  ['toPoints of readings', (n) => toPoints(series(readings(n), undefined), STYLE, windowOf(n), n / 10)],
  [
    'toPoints of steps',
    (n) => toPoints(series(buckets(n), minuteEdges(n)), STYLE, { fromEpochMs: 0, toEpochMs: n * MINUTE_MS }, 1000),
  ],
  [
    'unfollowedSteps',
    (n) =>
      unfollowedSteps(
        toPoints(series(buckets(n), minuteEdges(n)), STYLE, { fromEpochMs: 0, toEpochMs: n * MINUTE_MS }, 1000),
        Array.from({ length: n }, (_, index) => index % 2 || null),
        minuteEdges(n)
      ),
  ],
  [
    'the increase of a counter',
    (n) => {
      const walk = new CounterWalk({ last: undefined, odd: [], knownReadings: 0, atEpochMs: undefined });
      walk.readings(readings(n));
      return walk.end();
    },
  ],
  ['stepEdges', (n) => stepEdges({ fromEpochMs: 0, toEpochMs: n * 60 * MINUTE_MS }, parseStep('1h')!, 'Europe/Madrid')],
  ['mergeWindows', (n) => mergeWindows(windowsOf(n))],
  ['subtractWindows', (n) => subtractWindows({ fromEpochMs: 0, toEpochMs: 2 * n }, windowsOf(n))],
  [
    'countCovered',
    (n) => countCovered({ timeEpochMs: readings(n).timeEpochMs, values: readings(n).avg }, windowOf(n), 1000),
  ],
];

function pagesOf(rows: Rows): HistoryPage[] {
  const receivedRows = 100;
  const age = createFakeClock().startStopwatch();
  return Array.from({ length: rows.n.length / receivedRows }, (_, page) => ({
    name: '',
    unit: '',
    rows: sliceRows(rows, page * receivedRows, (page + 1) * receivedRows),
    receivedRows,
    unusableRows: 0,
    unusableBuckets: [],
    nextCursor: undefined,
    asOfEpochMs: 0,
    age,
  }));
}

const SEVERITIES = ['critica', 'advertencia', 'info', 'roja'];

/** Of as many devices as alerts, or of a few. */
function alertsOf(n: number, devices = n): Alert[] {
  return Array.from({ length: n }, (_, index) =>
    testAlert(SEVERITIES[index % SEVERITIES.length]!, index, index % 7 === 0 ? undefined : index + 50, {
      id: `${index}`,
      rule: `rule ${index}`,
      device: `D-${index % devices}`,
      tag: `t-${index % 3}`,
      startValue: index % 10,
      peakValue: index % 11,
    })
  );
}

function named(alerts: readonly Alert[]): NamedAlert[] {
  return alerts.map((alert) => ({ alert, labels: seriesLabels(alert, undefined), profile: NO_PROFILE }));
}

const ALERT_OPTIONS = { refId: 'A', nowEpochMs: 1e9, dataSourceUid: 'uid', notices: [], isKnown: true };
const WIDE = { fromEpochMs: 0, toEpochMs: 1e9 };

const ALERTS: ReadonlyArray<readonly [string, Run]> = [
  ['overlaps', (n) => alertsOf(n).filter((alert) => overlaps(alert, windowOf(1)))],
  ['severityTimeline', (n) => severityTimeline(alertsOf(n), WIDE, 1e9)],
  [
    'severityTimeline of words that only the server knows',
    (n) =>
      severityTimeline(
        // Each lasts until all others have begun, and they end from the most severe to the least.
        alertsOf(n).map((alert, index) => ({ ...alert, severity: `word ${1e6 + index}`, endEpochMs: n + index })),
        WIDE,
        1e9
      ),
  ],
  ['proposedLimits', (n) => proposedLimits(alertsOf(n))],
  ['proposedLimits of few tags', (n) => proposedLimits(alertsOf(n, 3).map((alert) => ({ ...alert, rule: '' })))],
  [
    'alertCountsFrame',
    (n) =>
      alertCountsFrame(alertsOf(n), {
        ...ALERT_OPTIONS,
        edges: Float64Array.from({ length: n / 10 }, (_, index) => 10 * index),
        includesSeverity: () => true,
      }),
  ],
  ['alertsTableFrame', (n) => alertsTableFrame(named(alertsOf(n)), { ...ALERT_OPTIONS, state: 'all' })],
  ['alertsTableFrame of open ones', (n) => alertsTableFrame(named(alertsOf(n)), { ...ALERT_OPTIONS, state: 'open' })],
  ['alertDevicesFrame', (n) => alertDevicesFrame(named(alertsOf(n)), { ...ALERT_OPTIONS, window: WIDE })],
  [
    'alertTimelineFrames per tag',
    (n) => alertTimelineFrames(named(alertsOf(n)), { ...ALERT_OPTIONS, window: WIDE, linePer: 'tag' }),
  ],
  [
    'alertTimelineFrames of few devices',
    (n) => alertTimelineFrames(named(alertsOf(n, 5)), { ...ALERT_OPTIONS, window: WIDE, linePer: 'device' }),
  ],
  [
    'annotationsFrame',
    (n) =>
      annotationsFrame(named(alertsOf(n)), {
        ...ALERT_OPTIONS,
        timeZone: 'utc',
        rangeEndEpochMs: 0,
        ofPanel: undefined,
      }),
  ],
  ['startValueFrames', (n) => startValueFrames(named(alertsOf(n)), { ...ALERT_OPTIONS, window: WIDE })],
];

const TAGS_PER_DEVICE = 20;

function devicesOf(n: number): Device[] {
  return Array.from({ length: n }, (_, index) => ({
    code: `D-${index}`,
    name: `Device ${index % (n / 2)}`,
    type: `type ${index % 7}`,
    site: `site ${index % 11}`,
    area: `area ${index % 13}`,
    connection: index % 2 === 0 ? 'conectado' : '',
    lastContactEpochMs: index,
    tags: Array.from({ length: TAGS_PER_DEVICE }, (__, tag) => ({
      key: `t-${tag}-${index % 100}`,
      name: `Tag ${tag} (0 off, 1 on)`,
      unit: tag % 2 === 0 ? 'bar' : '',
      type: ['medida', 'contador', 'estado'][tag % 3]!,
    })),
  }));
}

const codesOf = (devices: readonly Device[]) => devices.map(({ code }) => code);
const LISTS: readonly InventoryListKind[] = ['sites', 'areas', 'deviceTypes', 'devices', 'tags', 'units'];
const filterOf = (devices: readonly Device[], change: Partial<typeof EVERY_SERIES>) =>
  compileFilter({ ...EVERY_SERIES, ...change }, devices).then((filter) => {
    if (filter.kind !== 'filter') {
      throw new Error('invalid');
    }
    return filter;
  });

function valuesOf(n: number): NamedValue[] {
  return devicesOf(n).map((device, index) => ({
    latest: { device: device.code, tag: device.tags[0]!.key, name: 'Tag', unit: '', value: index, timeEpochMs: index },
    labels: seriesLabels({ device: device.code, tag: device.tags[0]!.key }, device),
    profile: NO_PROFILE,
  }));
}

const LATEST_OPTIONS = {
  refId: 'A',
  nowEpochMs: 1e9,
  staleAfterMs: 1000,
  timeZone: 'utc',
  notLiveSinceEpochMs: undefined,
  notices: [],
};

function listsVariable(kind: VariableQuery['kind'], change: Partial<VariableQuery> = {}): Run {
  return (n) => {
    const data = { ...EMPTY_DATA, devices: devicesOf(n), alerts: alertsOf(n) };
    const services = dataSourceServices(createTestClient(data, {}, { clock: createFakeClock(1e6) }));
    const request = {
      ...panelRequest(windowOf(1000), []),
      targets: [{ ...DEFAULT_VARIABLE_QUERY, refId: 'A', kind, ...change }],
    };
    return firstValueFrom(
      variableResponse(
        request,
        services,
        (text) => [text],
        () => Promise.resolve([])
      )
    );
  };
}

const DEVICES: ReadonlyArray<readonly [string, Run]> = [
  ['inventoryNames', (n) => inventoryNames(devicesOf(n), [])],
  ['distinctDevices', (n) => distinctDevices(devicesOf(n))],
  [
    'distinctDevices that are all the same',
    (n) => distinctDevices(devicesOf(n).map((one) => ({ ...one, name: 'x', site: '' }))),
  ],
  ...LISTS.map((list): readonly [string, Run] => [
    `inventoryValues of ${list}`,
    async (n) => inventoryValues(devicesOf(n), list, await filterOf([], {})),
  ]),
  [
    'a filter by names',
    async (n) => {
      const devices = devicesOf(n);
      return filterDevices(devices, await filterOf(devices, { devices: codesOf(devices) }));
    },
  ],
  [
    'a filter by patterns',
    async (n) => {
      const devices = devicesOf(n);
      const filter = await filterOf(devices, { devices: ['D-1*', '/^D-[2-4]/'], tags: ['t-*-1'] });
      return filterDevices(devices, filter);
    },
  ],
  [
    'filterSeries',
    async (n) => {
      const devices = devicesOf(n);
      return filterSeries(
        valuesOf(n).map(({ latest }) => latest),
        devicesByCode(devices),
        await filterOf(devices, { sites: ['site 1'] })
      );
    },
  ],
  [
    'unknownNames',
    (n) => {
      const devices = devicesOf(n);
      return unknownNames(
        { sites: [], areas: [], deviceTypes: [], tags: [], devices: codesOf(devices) },
        { adHocConditions: [], chosenTexts: new Set() },
        devices
      );
    },
  ],
  ['devicesFrame', (n) => devicesFrame(devicesOf(n), { refId: 'A', nowEpochMs: 0, notLive: undefined, perTag: true })],
  ['deviceCountsFrame', (n) => deviceCountsFrame(devicesOf(n), { refId: 'A', nowEpochMs: 0, notLive: undefined })],
  ['latestTableFrame', (n) => latestTableFrame(valuesOf(n), LATEST_OPTIONS)],
  ['latestCountsFrame', (n) => latestCountsFrame(valuesOf(n), { ...LATEST_OPTIONS, hasAllTags: true })],
  [
    'latestSeriesFrames',
    (n) =>
      latestSeriesFrames(valuesOf(n), {
        ...LATEST_OPTIONS,
        legend: '',
        omitted: 0,
        mayBeCalculated: false,
        tagTypes: TAG_TYPE_WORDS,
        showsAge: false,
      }),
  ],
  ['distinctNames', (n) => distinctNames(valuesOf(n).map(({ labels }) => ({ labels, template: '', refId: 'A' })))],
  [
    'distinctNames that are all the same',
    (n) =>
      distinctNames(
        valuesOf(n).map(({ labels }) => ({ labels: { ...labels, device: '', tag: '' }, template: 'x', refId: 'A' }))
      ),
  ],
  [
    'orderByAlerts',
    (n) =>
      orderByAlerts(
        codesOf(devicesOf(n)).map((code) => ({ value: code, text: code })),
        'devices',
        devicesOf(n),
        alertsOf(n)
      ),
  ],
  [
    'orderByAlerts of tags',
    (n) =>
      orderByAlerts(
        codesOf(devicesOf(n)).map((code) => ({ value: code, text: code })),
        'tags',
        devicesOf(n),
        alertsOf(n)
      ),
  ],
  ['withChosen', (n) => withChosen([], codesOf(devicesOf(n)), 'devices', devicesOf(n / 2))],
  ['the variable of devices', listsVariable('devices')],
  ['the variable of devices by alerts', listsVariable('devices', { order: 'alerts' })],
  ['the variable of counters', listsVariable('counters')],
  ['the variable of rules', listsVariable('rules')],
];

describe.each([
  ['rows', 10_000, ROWS],
  ['periods', 10_000, PERIODS],
  ['alerts', 2_500, ALERTS],
  ['devices', 1_250, DEVICES],
] as const)('with four times as many %s (of %i)', (_, n, functions) => {
  it.each(functions)('%s takes at most about four times as many steps', async (__, run) => {
    expect(await growthOf(run, n)).toBeLessThan(MOST_GROWTH);
  });
});
