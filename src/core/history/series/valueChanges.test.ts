import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  steadyReadings,
} from '../../../testSupport/specServer/specData';
import { testPlan } from '../../../testSupport/testPlan';
import type { OnProgress } from '../fetch/fetchResult';
import type { PlanRequest } from '../plan/planHistory';
import type { SignalTerms } from '../plan/planSignal';
import { rowCount } from '../rows';
import { loadSeries } from './loadSeries';
import type { LoadedSeries } from './loadedSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 3);
const DAYS = 45;
const WINDOW = { fromEpochMs: START, toEpochMs: START + DAYS * DAY };
const CHANGES: SignalTerms = { interpolation: 'hold', holdMs: 2 * HOUR, maxRequests: 200, maxRows: 150_000 };

/** A reading per minute: a pump that runs from 6:10 to 14:25 with 1, rests with 0, and is cleaned with 2 each evening. */
const PUMP = steadyReadings(START - DAY, MINUTE, (DAYS + 1) * 1440, (index) => {
  const minute = index % 1440;
  return minute >= 370 && minute < 865 ? 1 : minute >= 1200 && minute < 1203 ? 2 : 0;
});

async function load(
  readings: readonly Reading[],
  change: Partial<PlanRequest> = {},
  behavior: Partial<ServerBehavior> = {},
  onProgress?: OnProgress<LoadedSeries>,
  nowEpochMs = WINDOW.toEpochMs + DAY
) {
  const clock = createFakeClock(nowEpochMs);
  const { history, server } = createTestClient(singleSeriesData(readings), behavior, { clock });
  const plan = testPlan(WINDOW, { prefersReadings: true, changes: CHANGES, ...change });
  const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan, onProgress);
  return { loaded, requests: server.requests };
}

function listRows({ rows }: LoadedSeries): Array<[number, number]> {
  return Array.from(rows.timeEpochMs, (time, row): [number, number] => [time, rows.avg[row]!]);
}

test('every change of a state is found, and no value that it never had', async () => {
  const { loaded, requests } = await load(PUMP);
  const changes = Array.from({ length: DAYS }, (_, day) =>
    [370, 865, 1200, 1203].map((minute, index): [number, number] => [
      START + day * DAY + minute * MINUTE,
      [1, 0, 2, 0][index]!,
    ])
  );
  expect(listRows(loaded)).toEqual([[START, 0], ...changes.flat(), [WINDOW.toEpochMs - 1, 0]]);
  expect(loaded).toMatchObject({ level: 'raw', edges: undefined, undecided: [], substitution: undefined });
  expect(requests.length).toBeLessThan(CHANGES.maxRequests);
});

test('what is shown while it loads is true', async () => {
  const partial: LoadedSeries[] = [];
  const { loaded } = await load(PUMP, {}, {}, (progress) => {
    expect(progress.receivedParts).toBeLessThanOrEqual(progress.parts);
    partial.push(progress.partial());
  });
  const known = new Map(listRows(loaded));
  expect(partial.length).toBeGreaterThan(1);
  const wrong = partial.flatMap((series) =>
    listRows(series).filter(([time, value]) => !Number.isNaN(value) && known.has(time) && known.get(time) !== value)
  );
  expect(wrong).toEqual([]);
  expect(partial.flatMap(causes).filter((cause) => cause !== 'pending')).toEqual([]);
});

function causes({ undecided }: LoadedSeries) {
  return undecided.map(({ cause }) => cause);
}

test('a value that changes too often has its band, and the latest readings one by one', async () => {
  const maxRows = 20_000;
  const restless = steadyReadings(START - HOUR, MINUTE, DAYS * 1440 + 60, (index) => (index * 7919) % 3);
  const { loaded } = await load(restless, { changes: { ...CHANGES, maxRows } });
  const { rows, undecided } = loaded;
  const last = rowCount(rows) - 1;
  expect(rows.avg[last]).toBe(restless.at(-1)!.value);
  expect(new Set(causes(loaded))).toEqual(new Set(['maxRows']));
  const averages = rows.avg.filter((value) => !Number.isNaN(value));
  expect([...new Set(averages)].sort()).toEqual([0, 1, 2]);
  const band = Array.from(rows.avg.keys()).filter((row) => Number.isNaN(rows.avg[row]));
  expect(new Set(band.map((row) => `${rows.min[row]} to ${rows.max[row]}`))).toEqual(new Set(['0 to 2']));
  const decidedFrom = undecided.at(-1)!.toEpochMs;
  expect(decidedFrom).toBeLessThan(WINDOW.toEpochMs - DAY);
  expect(loaded.fetched.receivedRows).toBeLessThanOrEqual(maxRows);
});

test('readings that are no longer retained show only where nothing changes', async () => {
  const cutoff = START + 30 * DAY;
  const { loaded } = await load(PUMP, {}, { retentionCutoffEpochMs: cutoff });
  const { undecided } = loaded;
  expect(new Set(causes(loaded))).toEqual(new Set(['expired']));
  expect(undecided.length).toBeGreaterThan(0);
  expect(undecided.filter(({ toEpochMs }) => toEpochMs > cutoff)).toEqual([]);
  const hours = undecided.map(({ fromEpochMs }) => Math.floor(((fromEpochMs - START) % DAY) / HOUR));
  expect(new Set(hours)).toEqual(new Set([6, 14, 20]));
});

test('where even buckets to begin with are too many, steps have no average unless it is a value', async () => {
  const { loaded } = await load(PUMP, { changes: { ...CHANGES, holdMs: 5 * MINUTE, maxRows: 50_000 } });
  const { rows, edges } = loaded;
  expect(edges).toBeDefined();
  expect(new Set(causes(loaded))).toEqual(new Set(['maxRows']));
  Array.from(rows.avg.keys()).forEach((row) => {
    expect(rows.avg[row]).toBe(rows.min[row] === rows.max[row] ? rows.min[row] : NaN);
  });
});

test('few readings are shown one by one', async () => {
  const few = PUMP.filter((_, index) => index % 60 === 0);
  const { loaded } = await load(few);
  expect(loaded.isOfValues).toBeUndefined();
  expect(rowCount(loaded.rows)).toBe(DAYS * 24);
});

describe('the cells of a status history', () => {
  const cells = (readings: readonly Reading[], change: Partial<PlanRequest> = {}, nowEpochMs?: number) =>
    load(readings, { drawsCells: true, points: 100, ...change }, {}, undefined, nowEpochMs);

  test('have the lowest and the highest value of their step beside the one that lasted longest', async () => {
    const { rows, edges } = (await cells(PUMP)).loaded;
    expect(edges![1]! - edges![0]!).toBe(12 * HOUR);
    const [morning, evening] = [0, 1].map((row) => [rows.avg[row], rows.min[row], rows.max[row]]);
    expect(morning).toEqual([0, 0, 1]);
    expect(evening).toEqual([0, 0, 2]);
  });

  test('include the step that is not over, of which only what has passed counts', async () => {
    const now = START + 40 * DAY + 4 * HOUR;
    const known = PUMP.filter(({ atEpochMs }) => atEpochMs < now);
    const window = { fromEpochMs: START, toEpochMs: now };
    const { loaded } = await cells(known, { window }, now);
    expect(listRows(loaded).at(-1)).toEqual([START + 40 * DAY, 0]);
  });
});
