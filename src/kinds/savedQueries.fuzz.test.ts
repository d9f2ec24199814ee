import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS, near } from '../testSupport/fuzz';
import { isDuration } from '../query/duration';
import { intervalProblem, offsetProblem, parseInterval, parseOffset } from '../query/interval';
import { DEFAULT_ALERTS_QUERY } from './alerts/alertsQuery';
import { readAnnotationQuery } from './annotations/annotationQuery';
import { DEFAULT_DEVICES_QUERY } from './devices/devicesQuery';
import { DEFAULT_EXPORTS_QUERY } from './exports/exportsQuery';
import { DEFAULT_HISTORY_QUERY } from './history/historyQuery';
import { DEFAULT_LATEST_QUERY } from './latest/latestQuery';
import { DEFAULT_PERIODS_QUERY } from './periods/periodsQuery';
import { DEFAULT_VARIABLE_QUERY, normalizeVariableQuery, VARIABLE_KINDS } from '../query/variableQuery';
import { missingFields, normalizeQuery, queryText } from './normalizeQuery';
import { parseShift } from '../query/shift';

jest.setTimeout(FUZZ_TIMEOUT_MS);

const DEFAULTS = [
  DEFAULT_HISTORY_QUERY,
  DEFAULT_LATEST_QUERY,
  DEFAULT_PERIODS_QUERY,
  DEFAULT_ALERTS_QUERY,
  DEFAULT_DEVICES_QUERY,
  DEFAULT_EXPORTS_QUERY,
  { devices: 'D', tags: 't', interval: '5m', offset: '06:00', statistics: ['avg'] },
].map((query) => ({ refId: 'A', ...query }));

const LISTS = [
  'sites',
  'areas',
  'deviceTypes',
  'devices',
  'tags',
  'statistics',
  'severities',
  'rules',
  'states',
] as const;

const saved = fc
  .constantFrom(...DEFAULTS)
  .chain((query) => near(query))
  .filter((query): query is object => typeof query === 'object' && query !== null);

it('any saved JSON is a query of today or names what cannot be read, and stays what it is', () => {
  fc.assert(
    fc.property(saved, (json) => {
      const before = JSON.stringify(json);
      const query = normalizeQuery(json);
      expect(JSON.stringify(json)).toBe(before);
      expect(queryText(query)).toEqual(expect.any(String));
      if (query.kind === 'unreadable') {
        expect(query.problem.found).not.toBe('');
        return;
      }
      expect(['history', 'periods', 'runs', 'latest', 'alerts', 'devices', 'exports']).toContain(query.kind);
      const lists = LISTS.flatMap((name) =>
        name in query ? [(query as unknown as Record<string, unknown>)[name]] : []
      );
      expect(lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))).toBe(true);
      expect(missingFields(query).length).toBeLessThanOrEqual(2);
      expect(normalizeQuery(query)).toEqual(query);
    }),
    FUZZ
  );
});

it('any saved JSON is a query of alerts or periods for annotations, and of variables', () => {
  fc.assert(
    fc.property(fc.oneof(saved, near(DEFAULT_VARIABLE_QUERY)), (json) => {
      expect(VARIABLE_KINDS).toContain(normalizeVariableQuery(json).kind);
      if (typeof json === 'object' && json !== null) {
        expect(['alerts', 'periods']).toContain(readAnnotationQuery(json).kind);
      }
    }),
    FUZZ
  );
});

it('any text is an interval, offset, shift or duration, or a named problem', () => {
  const digits = fc.stringMatching(/^[-+]?\d{0,20}([.:,]\d{0,3})?\s?[smhdwMy]{0,2}$/);
  fc.assert(
    fc.property(fc.oneof(digits, fc.string({ unit: 'binary' })), digits, (text, other) => {
      const interval = parseInterval(text);
      expect(interval.kind).toEqual(expect.any(String));
      expect(() => intervalProblem(text)).not.toThrow();
      expect(parseOffset(other, interval).kind).toEqual(expect.any(String));
      expect(() => offsetProblem(other, text)).not.toThrow();
      expect(parseShift(text).kind).toEqual(expect.any(String));
      expect(() => isDuration(text)).not.toThrow();
    }),
    FUZZ
  );
});
