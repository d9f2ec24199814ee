import type { ScopedVars, TypedVariableModel } from '@grafana/data';
import fc from 'fast-check';
import { compilePatterns } from '../../core/inventory/textPattern';
import { cases } from '../../testSupport/fuzz';
import { ALERTS_FIELDS, DEFAULT_ALERTS_QUERY } from '../../kinds/alerts/alertsQuery';
import { DEFAULT_HISTORY_QUERY, HISTORY_FIELDS } from '../../kinds/history/historyQuery';
import { DEFAULT_VARIABLE_QUERY } from '../../query/variableQuery';
import {
  chooseServerZone,
  createInterpolate,
  emptyVariables,
  interpolateQuery,
  interpolateVariableQuery,
} from './interpolation';

/**
 * Replaces `$name` with variables of a dashboard, like Grafana's template service with a format function.
 * @param types of variables that are no query variables
 */
function dashboard(variables: Record<string, unknown>, types: Record<string, string> = {}) {
  const replace = (text = '', _?: ScopedVars, format?: unknown) =>
    text.replace(/\$(\w+)/g, (match, name: string) => {
      const value = variables[name];
      const variable = { name, type: types[name] ?? 'query' };
      return value === undefined ? match : (format as (...args: unknown[]) => string)(value, variable);
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

it.each<[string, unknown, string, string[]]>([
  ['a name', 'P1', '$device', ['P1']],
  ['a name like a wildcard', 'A*', '$device', [String.raw`/^\QA*\E$/`]],
  ['a name like an expression', '/re.*/', '$device', [String.raw`/^\Q/re.*/\E$/`]],
  ['names, some like patterns', ['*', 'b', '/./'], '$device', [String.raw`/^\Q*\E$/`, 'b', String.raw`/^\Q/./\E$/`]],
  ['a name in a name', '*', 'a$device', [String.raw`/^\Qa*\E$/`]],
  ['names in an expression of names', ['a', 'b'], '/$device/', ['/a/', '/b/']],
  ['a name with commas, braces and a variable', '{a,b} $x', '$device', ['{a,b} $x']],
  ['a name in an expression', 'a.b (1)*', String.raw`/^$device-\d$/`, [String.raw`/^a\.b \(1\)\*-\d$/`]],
  ['a name in a wildcard', 'a.b', '$device-*', ['a.b-*']],
  ['a name like a wildcard in a wildcard', 'a*b', '$device.*', [String.raw`/(?s)^a\*b\..*$/`]],
  ['names that would make an expression of a wildcard', '/a', '$device*/', [String.raw`/(?s)^\/a.*\/$/`]],
  ['a name that is quoted', String.raw`/^\QAll\E$/`, '$device', ['All']],
  ['spaces around a name', ' a ', '$device', [' a ']],
  ['a pattern that was typed', 'P1', ' P* ', ['P*']],
])('takes %s for the value of a filter', (_, value, text, expected) => {
  expect(dashboard({ device: value })(text, 'filter')).toEqual(expected);
});

it('takes a name in a pattern for itself, whatever its characters', async () => {
  const unit = fc.constantFrom(...'aZ0_ -*/\\^$.|?+()[]{}<>#&%=:;,~"\'`@!', 'é', '😀', '\n', '\\E', '\\Q');
  const name = fc.string({ unit, minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(name, name, async (chosen, other) => {
      // What stands around the name may also match what stands around another one.
      const patterns: Array<[string, (name: string) => string, (text: string) => boolean]> = [
        ['$device-*', (one) => `${one}-1`, (text) => text.startsWith(`${chosen}-`)],
        ['*/$device/', (one) => `1/${one}/`, (text) => text.endsWith(`/${chosen}/`)],
        ['/^$device$/', (one) => one, (text) => text === chosen],
        [
          '/^(?:$device|[$device]!)$/',
          (one) => one,
          (text) => text === chosen || [...chosen].some((character) => text === `${character}!`),
        ],
      ];
      for (const [typed, textOf, isMatch] of patterns) {
        const matches = await compilePatterns(dashboard({ device: chosen })(typed, 'filter'));
        const texts = [textOf(chosen), textOf(other)];
        const results = texts.map((text) => matches instanceof Function && matches(text));
        expect([typed, ...results]).toEqual([typed, true, isMatch(texts[1]!)]);
      }
    }),
    cases(200)
  );
});

it.each(['textbox', 'custom', 'constant'])(
  'takes what somebody typed into a variable of the type %s for a pattern',
  (type) => {
    const interpolate = dashboard({ device: ['P*', '/re.*/'] }, { device: type });
    expect(interpolate('$device', 'filter')).toEqual(['P*', '/re.*/']);
  }
);

it('takes the values of a repeated panel for patterns if they are those of a variable in which somebody typed them', () => {
  const replace = (_: string | undefined, __?: ScopedVars, format?: unknown) =>
    (format as (...args: unknown[]) => string)('P*', { name: 'device', type: 'system' });
  const variables = (type: string) => () => [{ name: 'device', type }] as TypedVariableModel[];
  const valueOf = (type: string) =>
    createInterpolate({ replace, getVariables: variables(type) }, {})('$device', 'filter');
  expect([valueOf('custom'), valueOf('query')]).toEqual([['P*'], [String.raw`/^\QP*\E$/`]]);
});

it('takes the value for All that a dashboard gives a variable for a pattern', () => {
  // Grafana inserts it as it is.
  const interpolate = createInterpolate({ replace: () => '*' }, {});
  expect(interpolate('$device', 'filter')).toEqual(['*']);
});

describe('a filter whose variables have no value', () => {
  const interpolate = dashboard({ failed: '', none: [], typed: '', device: 'P1' }, { typed: 'textbox' });
  const query = (devices: string[], tags: string[] = []) => ({ refId: 'A', ...DEFAULT_HISTORY_QUERY, devices, tags });

  it.each<[string, string[], string[], string[]]>([
    ['selects nothing if its values were not loaded', ['$failed'], ['$failed'], ['$failed']],
    ['selects nothing if there is nothing to choose', ['$none'], ['$none'], ['$none']],
    [
      'selects nothing by what is around it',
      ['P$failed', '$failed*', '/^$failed/', '$device$none'],
      ['$failed', '$failed', '$failed', '$none'],
      ['P$failed', '$failed*', '/^$failed/', '$device$none'],
    ],
    ['selects nothing beside what somebody may leave empty', ['$typed', '$failed'], ['$failed'], ['$typed', '$failed']],
    ['selects what else it has', ['$failed', '$device', 'P9'], [], ['P1', 'P9']],
    ['selects all if somebody typed nothing', ['$typed'], [], []],
    ['selects all without a variable', [], [], []],
  ])('%s', (_, devices, empty, interpolated) => {
    expect(emptyVariables(query(devices), HISTORY_FIELDS, interpolate)).toEqual(empty);
    expect(interpolateQuery(query(devices), HISTORY_FIELDS, interpolate).devices).toEqual(interpolated);
    expect(emptyVariables(query([], devices), HISTORY_FIELDS, interpolate)).toEqual(empty);
  });

  it('lists nothing for a variable that depends on them', () => {
    const saved = { ...DEFAULT_VARIABLE_QUERY, device: '$failed', site: '$typed' };
    expect(interpolateVariableQuery(saved, interpolate)).toMatchObject({ devices: ['$failed'], sites: [] });
  });
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

  it('for a variable has the values of the variables it depends on', () => {
    const query = { ...DEFAULT_VARIABLE_QUERY, kind: 'tags' as const, device: '$device' };
    expect(interpolateVariableQuery(query, interpolate)).toEqual({
      ...{ kind: 'tags', order: 'name', runsBy: 'condition', count: 10, withLast: false },
      sites: [],
      areas: [],
      deviceTypes: [],
      devices: ['P1', 'P2'],
      tags: [],
      condition: { operator: '>', value: '', upper: '' },
      ...{ minDuration: '', joinWithin: '', hold: '' },
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
