import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { DAY_MS, HOUR_MS } from '../core/time/window';
import { FUZZ } from '../testSupport/fuzz';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../testSupport/specServer/specData';
import { createSpecServer } from '../testSupport/specServer/specServer';
import { startTestBackend, type TestBackend } from '../testSupport/testBackend';

/** Queries that nobody would save, sent to the executable of the plugin by somebody who may view a dashboard. */

/** A query of the executable takes far longer than a case of a decoder. */
const RUNS = Math.max(50, Math.round(FUZZ.numRuns / 20));
/** The sum of what one query may compute in each place where it runs, with as much again for a busy machine. */
const MAX_ANSWER_MS = 150_000;
const MAX_RESIDENT_MEGABYTES = 700;

const NOW = Date.UTC(2026, 2, 28);
const HOURS = { fromEpochMs: NOW - 6 * HOUR_MS, toEpochMs: NOW };
const DEVICES = 500;

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend(createSpecServer(plant()));
}, 600_000);

afterAll(() => backend.close());

const LONG_LEGEND = '{{name}}'.repeat(5000);

const PATTERNS = [
  '/^(?=.)((.+)+)+!$/',
  '/((a*)*)*b$/',
  '/(x+x+)+y/',
  `/${'(a?)'.repeat(240)}$/`,
  `/${'('.repeat(490)}a${')'.repeat(490)}/`,
  '/(?:(?:a{30}){30}){30}/',
  '/[^\\x00]{900}/i',
  '/\\pL{300}/',
  `${'*A'.repeat(490)}!`,
  `/${'|'.repeat(900)}/`,
  'x'.repeat(100_000),
  '/./',
  '*',
  '',
  '${x}',
  '/(?<=a)b/',
];

const text = fc.oneof(
  fc.constantFrom(...PATTERNS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('P-1', 'm', 'raw', '1m', '1h', 'auto', '1M', '{{name}}', '99:99', '06:00')
);
const texts = fc.oneof(
  fc.array(text, { maxLength: 4 }),
  fc.constant(['*']),
  fc.constant(Array.from({ length: 500 }, (_, index) => `/^P-${index}$/`)),
  fc.constant(Array.from({ length: 5000 }, (_, index) => `P-${index}`))
);
const number = fc.oneof(fc.constantFrom(0, -1, 1, 1e9, Number.MAX_SAFE_INTEGER), fc.integer(), fc.nat(1000));
const query = fc.record(
  {
    version: fc.constantFrom(1, 2, 2, 2, 2, 99),
    kind: fc.constantFrom('history', 'history', 'history', 'latest', 'alerts', 'devices', 'exports', 'forecast'),
    devices: texts,
    tags: texts,
    sites: fc.oneof(fc.constant([]), texts),
    rules: texts,
    severities: texts,
    interval: fc.oneof(
      fc.constantFrom(
        '1ms',
        '0s',
        '-1m',
        '1s',
        '99999999999M',
        '1e9d',
        'NaN',
        '7w',
        'auto',
        'raw',
        '1m',
        '1h',
        '1d',
        '1M'
      ),
      text
    ),
    offset: text,
    shift: fc.oneof(fc.constantFrom('1000M', '99999999999w', '1d', ''), text),
    legend: fc.oneof(fc.constantFrom('{{'.repeat(50_000), LONG_LEGEND, '$&$1${x}'), text),
    statistics: fc.uniqueArray(fc.constantFrom('avg', 'min', 'max', 'range', 'n', 'band', 'increase', 'median')),
    fill: fc.constantFrom('gap', 'null', 'previous', 'linear', 'x'),
    maxSeries: number,
    format: fc.constantFrom('auto', 'table', 'series', 'count', 'devices', 'age', 'annotations'),
    staleAfter: text,
    timeZone: fc.constantFrom('', 'Europe/Madrid', '../../etc/passwd', 'Nowhere/Land', 'Pacific/Apia'),
    noCache: fc.boolean(),
    hide: fc.boolean(),
  },
  { requiredKeys: ['version', 'kind'] }
);
const range = fc.oneof(
  fc.constantFrom(
    { fromEpochMs: NOW - DAY_MS, toEpochMs: NOW },
    { fromEpochMs: NOW - 400 * DAY_MS, toEpochMs: NOW },
    { fromEpochMs: NOW, toEpochMs: NOW - DAY_MS },
    { fromEpochMs: 0, toEpochMs: 0 },
    { fromEpochMs: -8e15, toEpochMs: 8e15 },
    { fromEpochMs: -62e12, toEpochMs: 250e12 }
  ),
  fc.record({ fromEpochMs: fc.integer({ min: -1e14, max: 1e14 }), toEpochMs: fc.integer({ min: -1e14, max: 1e14 }) })
);
const resolution = fc.record({ maxDataPoints: number, intervalMs: number });
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { FromAlert: 'true' },
  { 'http_X-Grafana-From-Expr': 'true' }
);

it(
  `every hostile query ends, within memory, and the next one is answered (${RUNS} cases)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 10 }),
        range,
        resolution,
        headers,
        fc.constantFrom('', 'viewer'),
        async (models, window, points, sentHeaders, user) => {
          const queries = models.map((model, index) => {
            const refId = String.fromCharCode(65 + index);
            return { refId, model: { ...model, refId }, ...window, ...points };
          });
          const source = { url: backend.apiUrl, apiKey: 'key', jsonData: {} };
          const answer = await inTime(backend.host.send({ ...source, user, headers: sentHeaders, queries }));
          expect(answer.error).toBeUndefined();
          expect(Object.keys(answer.responses!.results).sort()).toEqual(queries.map(({ refId }) => refId).sort());
          await expectAnswer(user, sentHeaders);
          expect(await peakMegabytes()).toBeLessThan(MAX_RESIDENT_MEGABYTES);
        }
      ),
      // The peak stays that of the case that failed, so that every smaller one would fail, too.
      { ...FUZZ, numRuns: RUNS, endOnFailure: true }
    );
  },
  RUNS * MAX_ANSWER_MS
);

it(
  'a legend of thousands of placeholders takes no memory for each of hundreds of series',
  async () => {
    const model = { version: 2, kind: 'latest', tags: ['*'], legend: LONG_LEGEND, maxSeries: 1000 };
    const { frames } = await inTime(backend.query(model, HOURS, { headers: { FromAlert: 'true' } }));
    expect(frames).toHaveLength(DEVICES);
    expect(await peakMegabytes()).toBeLessThan(MAX_RESIDENT_MEGABYTES);
  },
  MAX_ANSWER_MS
);

async function expectAnswer(user: string, sentHeaders: Readonly<Record<string, string>>): Promise<void> {
  const model = { version: 2, kind: 'history', devices: ['P-1'], tags: ['m'], interval: '1h' };
  const { error, frames } = await inTime(backend.query(model, HOURS, { user, headers: sentHeaders }));
  expect(error).toBeUndefined();
  expect(frames.length).toBeGreaterThan(0);
}

/** @throws Error if there is no answer in time */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${MAX_ANSWER_MS / 1000} s`)), MAX_ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The most that the executable has ever had in memory; of Linux only, elsewhere 0. */
async function peakMegabytes(): Promise<number> {
  if (os.platform() !== 'linux') {
    return 0;
  }
  const status = readFileSync(`/proc/${await backend.host.pid()}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** 500 devices with a day of readings each, and names as long as names get. */
function plant(): SpecData {
  const codes = Array.from({ length: DEVICES }, (_, index) => `P-${index}`);
  const tag = { key: 'm', name: `Medida ${'é'.repeat(100)}`, unit: 'bar', type: 'medida' };
  return {
    ...EMPTY_DATA,
    series: codes.map((device, index) => ({
      device,
      tag: tag.key,
      name: tag.name,
      unit: tag.unit,
      readings: steadyReadings(NOW - DAY_MS, 60_000, 1440, (reading) => (reading * (index + 1)) % 97),
    })),
    devices: codes.map((code) => ({
      ...{ code, name: `${code} ${'a'.repeat(200)}`, type: 'pump', site: 'S', area: 'A', connection: 'conectado' },
      lastContactEpochMs: NOW,
      tags: [tag],
    })),
  };
}
