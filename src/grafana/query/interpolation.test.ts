import type { ScopedVars } from '@grafana/data';
import { ALERTS_FIELDS, DEFAULT_ALERTS_QUERY } from '../../kinds/alerts/alertsQuery';
import { DEFAULT_HISTORY_QUERY, HISTORY_FIELDS } from '../../kinds/history/historyQuery';
import { DEFAULT_VARIABLE_QUERY } from '../../query/variableQuery';
import { createInterpolate, interpolateQuery, interpolateVariableQuery, chooseServerZone } from './interpolation';

/** Replaces `$name` with variables of a dashboard, like Grafana's template service with a format function. */
function dashboard(variables: Record<string, unknown>) {
  const replace = (text = '', _?: ScopedVars, format?: unknown) =>
    text.replace(/\$(\w+)/g, (match, name: string) => {
      const value = variables[name];
      return value === undefined ? match : String((format as (value: unknown) => string)(value));
    });
  return createInterpolate({ replace }, {});
}

it.each<[string, unknown, string, string[]]>([
  ['one value', 'P1', '$device', ['P1']],
  ['a number', 5, '$device', ['5']],
  ['several values', ['P1', 'P2'], '$device', ['P1', 'P2']],
  ['values with commas, braces and pipes', ['a,b', '{c}', '(d|e)'], '$device', ['a,b', '{c}', '(d|e)']],
  ['a variable without a value', [], '$device', ['']],
  ['several values inside a text', ['1', '2'], 'PUMP-$device/x', ['PUMP-1/x', 'PUMP-2/x']],
  ['two variables with several values', ['1', '2'], '$device-$device', ['1-1', '1-2', '2-1', '2-2']],
  ['a text without variables', 'P1', ' P9 ', ['P9']],
  ['a variable that does not exist', 'P1', '$devise', ['$devise']],
])('interpolates %s', (_, value, text, expected) => {
  expect(dashboard({ device: value })(text)).toEqual(expected);
});

describe('a query', () => {
  const interpolate = dashboard({
    device: ['P1', 'P2'],
    tag: ['t'],
    step: '5m',
    start: '06:00',
    none: [],
    severity: ['a', 'b'],
  });

  it('is copied with the values of its variables, without duplicates, and is not modified', () => {
    const query = {
      refId: 'A',
      ...DEFAULT_HISTORY_QUERY,
      devices: ['$device', 'P2', '$none'],
      tags: ['$tag'],
      interval: '$step',
      offset: '$start',
    };
    const before = JSON.stringify(query);
    expect(interpolateQuery(query, HISTORY_FIELDS, interpolate)).toEqual({
      ...query,
      devices: ['P1', 'P2'],
      tags: ['t'],
      interval: '5m',
      offset: '06:00',
    });
    expect(JSON.stringify(query)).toBe(before);
  });

  it('for alerts also has its severities interpolated', () => {
    const query = { refId: 'A', ...DEFAULT_ALERTS_QUERY, devices: ['$device'], severities: ['$severity'] };
    expect(interpolateQuery(query, ALERTS_FIELDS, interpolate)).toEqual({
      ...query,
      devices: ['P1', 'P2'],
      severities: ['a', 'b'],
    });
  });

  it('for a variable has the values of the variables it depends on; no value means all', () => {
    const query = { ...DEFAULT_VARIABLE_QUERY, kind: 'tags' as const, site: '$none', device: '$device' };
    expect(interpolateVariableQuery(query, interpolate)).toEqual({
      kind: 'tags',
      order: 'name',
      sites: [],
      areas: [],
      deviceTypes: [],
      devices: ['P1', 'P2'],
      tags: [],
      condition: { operator: '>', value: '', upper: '' },
      minDuration: '',
    });
  });
});

describe('the time zone of a query that leaves its dashboard', () => {
  it.each([
    ['utc', 'UTC'],
    ['browser', 'Asia/Kathmandu'],
    ['', 'Asia/Kathmandu'],
    ['Europe/Madrid', 'Europe/Madrid'],
  ])('for %j is %s', (timeZone, expected) => {
    expect(chooseServerZone(() => [timeZone], 'Asia/Kathmandu')).toEqual({ timeZone: expected });
  });

  it('is not saved where there is no dashboard', () => {
    expect(chooseServerZone((text) => [text], 'Asia/Kathmandu')).toEqual({});
  });
});
