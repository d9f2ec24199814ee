import { defaultMaxListeners, setMaxListeners } from 'node:events';
import type { DataFrame } from '@grafana/data';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { runQuery } from '../../src/kinds/runQuery.ts';
import { gainsOf } from '../../src/testSupport/counter.ts';
import { panelRequest } from '../../src/testSupport/panelRequest.ts';
import type { Reading } from '../../src/testSupport/specServer/specData.ts';
import { demoPlant, tagsOf } from '../../telemetry-api/demo/demoPlant.ts';
import { eachReading } from '../../telemetry-api/demo/plantModel.ts';
import { DAY_MS } from '../../telemetry-api/durations.ts';
import { writeReadings } from '../../telemetry-api/store/readings/readings.ts';
import { NOW_MS, startTestService, type TestService } from '../../telemetry-api/test/support/testService.ts';
import { connectDataSource } from './connectDataSource.ts';

/*
 * Runs of the demo plant are those of its generator: the product changes of the oven, at which the belt slows down, and the shifts of a
 * line, with which its count restarts.
 */

const DAYS = 90;
const OVEN = ['HOR-201', 'vel_banda'] as const;
const COUNT = ['LIN-101', 'produccion_turno'] as const;
const DRAWN = ['LIN-101', 'par_motor'] as const;
/** Local hours at which the shifts of the line begin, in `demo/sites.ts`. */
const SHIFT_HOURS = [6, 14, 22];
const LINE_ZONE = 'Europe/Madrid';

let service: TestService;
let key: string;
const readings = new Map<string, readonly Reading[]>();

// The requests of a panel listen to one abort signal, which is not a leak.
beforeAll(() => setMaxListeners(0));
afterAll(() => setMaxListeners(defaultMaxListeners));

beforeAll(async () => {
  const wanted = [OVEN, COUNT, DRAWN].map((names) => names.join('/'));
  const devices = demoPlant(Math.floor(NOW_MS / DAY_MS) * DAY_MS).filter(({ code }) =>
    wanted.some((name) => name.startsWith(`${code}/`))
  );
  service = await startTestService(devices);
  key = await service.key({ name: 'runs' });
  for (const { device, tag } of tagsOf(devices)) {
    const name = `${device.code}/${tag.key}`;
    if (wanted.includes(name)) {
      const read: Reading[] = [];
      eachReading(device, tag, NOW_MS - DAYS * DAY_MS, NOW_MS, (atEpochMs, value) => read.push({ atEpochMs, value }));
      readings.set(name, read);
      const tagId = service.tagId(device.code, tag.key);
      await writeReadings(
        service.pool,
        {
          tagIds: read.map(() => tagId),
          tsEpochMs: read.map(({ atEpochMs }) => atEpochMs),
          values: read.map(({ value }) => value),
        },
        { onConflict: 'keep' }
      );
    }
  }
});

afterAll(() => service.close());

/** The start and the end of the last 200 runs before an instant, ascending; without the end of the one in progress. */
async function runsBefore(toEpochMs: number, query: object): Promise<Array<readonly [number, number | null]>> {
  const range = { fromEpochMs: toEpochMs - DAY_MS, toEpochMs };
  const target = { kind: 'runs', count: 200, format: 'table', ...query };
  const request = panelRequest(range, [target as never], { panelPluginId: 'table', maxDataPoints: 100 });
  const services = connectDataSource(service.address, key, NOW_MS);
  const { data, errors } = await lastValueFrom(runQuery(request, services, (text) => [text]));
  expect(errors ?? []).toEqual([]);
  const column = (name: string) =>
    (data[0] as DataFrame).fields.find((field) => field.name === name)!.values as unknown[];
  const ends = column('end') as Array<number | null>;
  return (column('start') as number[]).map((start, row) => [start, ends[row]!] as const).reverse();
}

/** Straight lines between readings; what is above a limit in them, ascending. */
function stretchesAbove(limit: number, read: readonly Reading[]): Array<{ fromEpochMs: number; toEpochMs: number }> {
  const crossings = read.slice(1).flatMap((next, index) => {
    const last = read[index]!;
    const share = (limit - last.value) / (next.value - last.value);
    const at = last.atEpochMs + share * (next.atEpochMs - last.atEpochMs);
    return last.value > limit === next.value > limit ? [] : [at];
  });
  const bounds = [...(read[0]!.value > limit ? [read[0]!.atEpochMs] : []), ...crossings, NOW_MS];
  return Array.from({ length: Math.floor(bounds.length / 2) }, (_, index) => ({
    fromEpochMs: bounds[2 * index]!,
    toEpochMs: bounds[2 * index + 1]!,
  }));
}

test('500 runs of the oven lie between its product changes', async () => {
  const [device, tag] = OVEN;
  const runs = stretchesAbove(1, readings.get(OVEN.join('/'))!);
  const query = { devices: [device], tags: [tag], runTag: tag, condition: { operator: '>', value: '1', upper: '' } };
  let compared = 0;
  for (const { toEpochMs } of [runs.at(-1)!, runs.at(-200)!, runs.at(-399)!]) {
    const expected = runs.filter(({ fromEpochMs }) => fromEpochMs < toEpochMs).slice(-200);
    const found = await runsBefore(toEpochMs, query);
    expect(found).toHaveLength(200);
    found.forEach(([start, end], index) => {
      const run = expected[index]!;
      expect(Math.abs(start - run.fromEpochMs)).toBeLessThan(2);
      expect(Math.abs((end ?? toEpochMs) - run.toEpochMs)).toBeLessThan(2);
    });
    compared += found.length;
  }
  expect(compared).toBeGreaterThanOrEqual(500);
});

test('the shifts of the line are runs between restarts of its count', async () => {
  const [device, tag] = COUNT;
  const restarts = gainsOf(readings.get(COUNT.join('/'))!).flatMap(({ atEpochMs, isRestart }) =>
    isRestart ? [atEpochMs] : []
  );
  const hourOf = (epochMs: number) =>
    Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: LINE_ZONE }).format(epochMs));
  const query = { devices: [device], tags: [DRAWN[1]], runTag: tag, runsBy: 'restarts' };
  const found = await runsBefore(NOW_MS, query);
  // Before the first restart, the run has begun earlier than anything that is known.
  const [{ atEpochMs: first }] = readings.get(COUNT.join('/')) as [Reading];
  expect(found.map(([start]) => start)).toEqual([first, ...restarts]);
  expect(restarts.length).toBeGreaterThan(150);
  expect(found.slice(0, -1).map(([, end]) => end)).toEqual(found.slice(1).map(([start]) => start));
  restarts.forEach((restart) => expect(SHIFT_HOURS).toContain(hourOf(restart)));
});
