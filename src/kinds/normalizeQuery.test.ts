import { DEFAULT_ALERTS_QUERY } from './alerts/alertsQuery';
import { readAnnotationQuery } from './annotations/annotationQuery';
import { DEFAULT_DEVICES_QUERY } from './devices/devicesQuery';
import { DEFAULT_EXPORTS_QUERY } from './exports/exportsQuery';
import { DEFAULT_HISTORY_QUERY } from './history/historyQuery';
import { DEFAULT_LATEST_QUERY } from './latest/latestQuery';
import { DEFAULT_PERIODS_QUERY } from './periods/periodsQuery';
import { DEFAULT_VARIABLE_QUERY, normalizeVariableQuery } from '../query/variableQuery';
import { isComplete, normalizeQuery, queryText, type UnreadableQuery } from './normalizeQuery';
import type { TelemetryQuery } from './kinds';

const HISTORY = { refId: 'A', ...DEFAULT_HISTORY_QUERY };
const ALERTS = { refId: 'A', ...DEFAULT_ALERTS_QUERY };

describe('a saved query', () => {
  it.each<[string, object, object]>([
    ['nothing but a refId', { refId: 'B' }, { ...HISTORY, refId: 'B' }],
    ['nothing at all', {}, HISTORY],
    ['everything', fullHistory(), fullHistory()],
    ['one device, as a string', { devices: 'P1', tags: ['t', '', ' '] }, { ...HISTORY, devices: ['P1'], tags: ['t'] }],
    ['unknown values', { statistics: ['median', 'max', 'max'], fill: 'zero' }, { ...HISTORY, statistics: ['max'] }],
    [
      'values of another type',
      { devices: 7, tags: [1, null], interval: 60, legend: null, offset: 6, noCache: 'yes' },
      HISTORY,
    ],
    ['a bypassed cache', { noCache: true }, { ...HISTORY, noCache: true }],
    ['no statistic', { statistics: [] }, HISTORY],
    ['an interval with spaces', { interval: ' 5m ' }, { ...HISTORY, interval: '5m' }],
    ['an offset with spaces', { offset: ' 06:00 ' }, { ...HISTORY, offset: '06:00' }],
    ['an empty interval', { interval: '  ' }, HISTORY],
    ['latest values', { kind: 'latest' }, { refId: 'A', ...DEFAULT_LATEST_QUERY }],
    [
      'latest values of an unknown format',
      { kind: 'latest', format: 'chart', staleAfter: ' ', maxSeries: 0 },
      { refId: 'A', ...DEFAULT_LATEST_QUERY },
    ],
    ['devices', { kind: 'devices', sites: 'Getafe' }, { refId: 'A', ...DEFAULT_DEVICES_QUERY, sites: ['Getafe'] }],
    ['exports', { kind: 'exports', states: ['lista'] }, { refId: 'A', ...DEFAULT_EXPORTS_QUERY, states: ['lista'] }],
    ['a fractional number of series', { maxSeries: 1.5 }, HISTORY],
    ['alerts', { kind: 'alerts', severities: 'critica' }, { ...ALERTS, severities: ['critica'] }],
    ['alerts in an unknown state', { kind: 'alerts', state: 'late' }, ALERTS],
  ])('with %s is normalized', (_, saved, expected) => {
    const before = JSON.stringify(saved);
    const normalized = normalizeQuery(saved);
    expect(normalized).toEqual(expected);
    expect(normalizeQuery(normalized)).toEqual(normalized);
    expect(JSON.stringify(saved)).toBe(before);
  });

  it('keeps Grafana’s own fields and no other unknown ones', () => {
    const grafana = { refId: 'C', hide: true, key: 'k', queryType: 'annotations', datasource: { uid: 'u' } };
    expect(normalizeQuery({ ...grafana, rawSql: 'drop' })).toEqual({ ...HISTORY, ...grafana });
  });

  it('shares no array with the defaults', () => {
    const first = normalizeQuery({});
    const second = normalizeQuery({});
    expect(first.kind === 'history' && second.kind === 'history' && first.statistics !== second.statistics).toBe(true);
  });
});

it.each<[object, UnreadableQuery['problem']]>([
  [{ kind: 'forecast' }, { kind: 'unknownKind', found: '"forecast"' }],
  [{ kind: 7 }, { kind: 'unknownKind', found: '7' }],
  [
    { kind: 'alerts', version: 3 },
    { kind: 'newerVersion', found: '3' },
  ],
])('a query of %j stays unreadable instead of becoming another query', (saved, problem) => {
  expect(normalizeQuery({ refId: 'B', hide: true, ...saved })).toEqual({
    refId: 'B',
    hide: true,
    kind: 'unreadable',
    problem,
  });
});

it('an annotation is about periods if it was saved so, else about alerts whatever its saved kind', () => {
  expect(readAnnotationQuery({ kind: 'periods', devices: ['P1'], condition: { value: '8' } })).toEqual({
    refId: 'A',
    ...DEFAULT_PERIODS_QUERY,
    devices: ['P1'],
    condition: { operator: '>', value: '8', upper: '' },
  });
  expect(readAnnotationQuery({ kind: 'periods', version: 9 })).toEqual(ALERTS);
  expect(readAnnotationQuery({ kind: 'history', version: 9, severities: ['critica'] })).toEqual(ALERTS);
  expect(readAnnotationQuery({ severities: ['critica'] })).toEqual({ ...ALERTS, severities: ['critica'] });
});

it.each([
  [{}, false],
  [{ devices: ['P1'] }, false],
  [{ tags: ['t'] }, false],
  [{ devices: ['P1'], tags: ['$tag'] }, true],
  [{ sites: ['Getafe'], tags: ['*'] }, true],
  [{ deviceTypes: ['bomba'] }, false],
  [{ kind: 'alerts' }, true],
  [{ kind: 'latest' }, true],
  [{ kind: 'devices' }, true],
  [{ kind: 'exports' }, true],
])('%j can run: %s', (saved, complete) => {
  expect(isComplete(normalizeQuery(saved) as TelemetryQuery)).toBe(complete);
});

it.each<[unknown, object]>([
  [undefined, DEFAULT_VARIABLE_QUERY],
  ['devices', DEFAULT_VARIABLE_QUERY],
  [null, DEFAULT_VARIABLE_QUERY],
  [
    { kind: 'tags', device: '$device' },
    { ...DEFAULT_VARIABLE_QUERY, kind: 'tags', device: '$device' },
  ],
  [{ kind: 'plants', site: 7 }, DEFAULT_VARIABLE_QUERY],
  [
    { kind: 'runs', runsBy: 'values', count: 0, hold: ' 6h ', joinWithin: 7 },
    { ...DEFAULT_VARIABLE_QUERY, kind: 'runs', runsBy: 'values', hold: '6h' },
  ],
])('a variable saved as %j is normalized', (saved, expected) => {
  expect(normalizeVariableQuery(saved)).toEqual(expected);
});

it.each([
  [{ devices: ['P-1', 'P-2'], tags: ['flow'] }, 'history · P-1, P-2 · flow · auto'],
  [{ devices: ['P-1'], tags: ['$tag'], interval: '8h', offset: '06:00' }, 'history · P-1 · $tag · 8h · from 06:00'],
  [{ kind: 'alerts' }, 'alerts'],
  [{ kind: 'alerts', devices: ['P-1'], state: 'open', severities: ['info'] }, 'alerts · P-1 · open · info'],
])('%j reads: %s', (saved, text) => {
  expect(queryText(normalizeQuery(saved))).toBe(text);
});

function fullHistory() {
  return {
    refId: 'A',
    kind: 'history',
    version: 2,
    sites: ['Getafe'],
    areas: ['$area'],
    deviceTypes: ['bomba'],
    devices: ['P1', '$device'],
    tags: ['t'],
    interval: '8h',
    offset: '06:00',
    statistics: ['n', 'range'],
    usualWeeks: 12,
    usualTag: 'line',
    usualDevice: '$machine',
    usualCondition: { operator: '=', value: 'running', upper: '' },
    interpolation: 'hold',
    hold: '6h',
    fill: 'linear',
    shift: '1w',
    limits: 'off',
    alsoUnshifted: true,
    maxSeries: 7,
    expressionLabels: 'device',
    legend: '{{device}}',
    latestReading: true,
    format: 'table',
    staleAfter: '1h',
    at: 'rangeEnd',
    noCache: true,
  };
}
