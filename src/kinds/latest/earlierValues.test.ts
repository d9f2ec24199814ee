import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../core/time/window';
import { columns } from '../../testSupport/columns';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { singleDeviceData, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import type { TelemetryQuery } from '../kinds';
import { runQuery } from '../runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const NOW = NOON + 3 * DAY_MS;

/** A level every minute until now, a mode that was last changed before noon, and a flow that began after it. */
const READINGS = {
  level: steadyReadings(NOON - HOUR_MS, MINUTE_MS, 3 * 24 * 60 + 61, (index) => index),
  mode: [{ atEpochMs: NOON - 20 * MINUTE_MS, value: 2 }],
  flow: [{ atEpochMs: NOON + HOUR_MS, value: 9 }],
};
const tag = (readings: (typeof READINGS)[keyof typeof READINGS]) => ({ type: 'medida', unit: 'm', readings });
const PLANT = singleDeviceData(
  { code: 'TANK', name: 'Tank' },
  { flow: tag(READINGS.flow), level: tag(READINGS.level), mode: tag(READINGS.mode) }
);

function panel(behavior: Partial<ServerBehavior> = {}, data = PLANT, variables: Readonly<Record<string, string>> = {}) {
  const test = createTestClient(data, behavior, { clock: createFakeClock(NOW) });
  const services = dataSourceServices(test);
  return {
    server: test.server,
    respond: async (query: object, toEpochMs: EpochMs, panelPluginId = 'table', app = '') => {
      const target = { kind: 'latest', at: 'rangeEnd', ...query } as Partial<TelemetryQuery>;
      const window = { fromEpochMs: toEpochMs - 6 * HOUR_MS, toEpochMs };
      const request = { ...panelRequest(window, [target], { panelPluginId }), ...(app !== '' && { app }) };
      const { data: frames, errors = [] } = await lastValueFrom(
        runQuery(request, services, (text) => [variables[text] ?? text])
      );
      const [frame] = frames as DataFrame[];
      return {
        frames: frames as DataFrame[],
        values: columns(frame),
        notices: (frame?.meta?.notices ?? []).map(({ text }) => text),
        errors: errors.map(({ message }) => message),
      };
    },
  };
}

const AS_OF_NOON = 'As it was at the end of the time range: 2026-03-03 12:00:00.';

it('shows the values that were the last ones at the end of the range, with their age then, and says so', async () => {
  const { respond, server } = panel();
  const { values, notices } = await respond({ staleAfter: '15m' }, NOON);
  expect(values).toMatchObject({
    name: ['flow', 'level', 'mode'],
    value: [null, 59, 2],
    time: [null, NOON - MINUTE_MS, NOON - 20 * MINUTE_MS],
    age: [null, 60, 20 * 60],
    freshness: ['none', 'fresh', 'stale'],
  });
  expect(notices).toEqual([AS_OF_NOON]);
  // Nothing was read of the mode since, so it is the same as now.
  const lookUps = server.requests.filter(({ params }) => params.intervalo !== undefined);
  expect(new Set(lookUps.map(({ params }) => params.tag))).toEqual(new Set(['flow', 'level']));
});

it.each([
  ['with `now`', { at: 'now' }, NOON],
  ['of a range that ends now', {}, NOW],
  ['of a range that ended less than a minute ago', {}, NOW - MINUTE_MS],
  ['of a range that ends in the future', {}, NOW + DAY_MS],
])('shows the values of now %s, for no request more', async (_, query, toEpochMs) => {
  const { respond, server } = panel();
  const { values, notices } = await respond(query, toEpochMs);
  expect(values).toMatchObject({ value: [9, 3 * 24 * 60 + 60, 2] });
  expect(notices).toEqual([]);
  expect(server.requests.filter(({ params }) => params.intervalo !== undefined)).toEqual([]);
});

it('counts how many were fresh, stale and without any reading then', async () => {
  const { frames } = await panel().respond({ format: 'count' }, NOON, 'stat');
  expect(columns(frames[0])).toMatchObject({ fresh: [1], stale: [1], none: [1] });
});

it('shows one value per tag in a stat panel, with its age then, and looks up those alone', async () => {
  const { respond, server } = panel();
  const { frames } = await respond(
    { maxSeries: 1, tags: ['level', 'mode'], legend: '{{name}}, {{age}}' },
    NOON,
    'stat'
  );
  expect(frames.map(({ name }) => name)).toEqual(['level, 60 s ago']);
  expect(server.requests.filter(({ params }) => params.intervalo !== undefined)).toHaveLength(1);
});

it('takes a variable, and rejects what it may not have', async () => {
  const { respond } = panel({}, PLANT, { $at: 'rangeEnd', $other: 'yesterday' });
  expect((await respond({ at: '$at' }, NOON)).values).toMatchObject({ value: [null, 59, 2] });
  expect((await respond({ at: '$other' }, NOON)).errors).toEqual([
    '"yesterday" is not an instant. Use now, or rangeEnd for the end of the time range.',
  ]);
});

it('one value that is not known is blank, neither fresh nor without a reading, and the notice says why', async () => {
  const fails: Partial<ServerBehavior> = {
    intercept: ({ params }) => (params.tag === 'level' ? { kind: 'status', status: 403 } : undefined),
  };
  const { respond } = panel(fails);
  const { values, notices, errors } = await respond({}, NOON);
  expect(values).toMatchObject({ value: [null, null, 2], freshness: ['none', '', 'stale'] });
  expect(notices.slice(1)).toEqual([
    expect.stringMatching(/^Values of that time are not known: TANK · level\. The API key lacks/),
  ]);
  expect(errors).toEqual([]);
  const { frames } = await respond({ format: 'count' }, NOON, 'stat');
  expect(columns(frames[0])).toMatchObject({ fresh: [0], stale: [1], none: [1] });
  const ofAge = await respond({ tags: ['level', 'mode'], legend: '{{name}} {{age}}' }, NOON, 'stat');
  expect(ofAge.frames.map(({ name }) => name)).toEqual(['level –', 'mode 20 min ago']);
  // A rule would calculate without it.
  const rule = await respond({ format: 'series' }, NOON, 'stat', 'unified-alerting');
  expect(rule.errors).toEqual([expect.stringContaining('TANK · level')]);
});

it('is the error of all when none is known', async () => {
  const fails: Partial<ServerBehavior> = {
    intercept: ({ params }) => (params.intervalo === undefined ? undefined : { kind: 'status', status: 403 }),
  };
  const { errors } = await panel(fails).respond({ tags: ['level'] }, NOON);
  expect(errors).toEqual([expect.stringContaining('lecturas:leer')]);
});

it('says of which tags it shows averages, whose readings are no longer retained', async () => {
  const { values, notices } = await panel({ retentionCutoffEpochMs: NOON + DAY_MS }).respond({}, NOON);
  expect(values).toMatchObject({ value: [null, 59, 2], time: [null, NOON - MINUTE_MS, NOON - 20 * MINUTE_MS] });
  expect(notices.slice(1)).toEqual([expect.stringMatching(/^The server no longer retains .* TANK · level\.$/)]);
});

it('rejects more tags than can be looked up, before any of them is', async () => {
  const latest = { device: 'TANK', name: '', unit: '', value: 1, timeEpochMs: NOW };
  const values = Array.from({ length: 1999 }, (_, index) => ({ ...latest, tag: `t${index}` }));
  const { respond, server } = panel({}, { ...PLANT, values });
  const { errors } = await respond({}, NOON);
  expect(errors).toEqual([expect.stringContaining('selects 2,001 tags')]);
  expect(server.requests.filter(({ params }) => params.intervalo !== undefined)).toEqual([]);
});

describe('a history query that ends with the latest reading', () => {
  const HISTORY = { kind: 'history', devices: ['TANK'], latestReading: true, statistics: ['avg'], interval: '1h' };

  it('ends with that of the end of the range, whose age is that of then', async () => {
    const { frames, notices } = await panel().respond({ ...HISTORY, tags: ['level', 'mode'] }, NOON, 'stat');
    const last = frames.map(({ fields }) => [fields[0]!.values.at(-1), fields[1]!.values.at(-1)] as unknown[]);
    expect(last).toEqual([
      [NOON - MINUTE_MS, 59],
      [NOON - 20 * MINUTE_MS, 2],
    ]);
    expect(frames.map(({ fields }) => fields[1]!.config.displayNameFromDS)).toEqual([
      'Tank · level',
      'Tank · mode · 20 min ago',
    ]);
    expect(notices).toContain(AS_OF_NOON);
  });

  it('ends with that of now, unless it says so', async () => {
    const { frames, notices } = await panel().respond({ ...HISTORY, at: 'now', tags: ['level'] }, NOON, 'stat');
    expect(frames[0]?.fields[0]?.values.at(-1)).toBe(NOW);
    expect(notices).not.toContain(AS_OF_NOON);
  });
});
