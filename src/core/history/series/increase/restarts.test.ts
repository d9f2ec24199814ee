import type { ServerBehavior } from '../../../../testSupport/specServer/serverBehavior';
import { arrivingData, PUMP_PRESSURE, type Reading } from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import { createFakeClock } from '../../../../testSupport/testClocks';
import { type Meter, UNKNOWN_METER } from '../../../inventory/meter';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/window';
import { LevelGrid } from '../../levelGrid';
import { loadRestarts } from './restarts';

const START = Date.UTC(2026, 2, 1);
const WINDOW = { fromEpochMs: START, toEpochMs: START + 5 * DAY_MS };

const hour = (hours: number) => START + hours * HOUR_MS;

/** A reading every ten minutes from two days before the window on, by the hours since its start. */
function counter(hours: number, value: (hour: number) => number): Reading[] {
  return Array.from({ length: 6 * (hours + 48) }, (_, index) => {
    const atEpochMs = START - 2 * DAY_MS + index * 10 * MINUTE_MS;
    return { atEpochMs, value: value((atEpochMs - START) / HOUR_MS) };
  });
}

/** Restarts at 0:30 and 12:30 of each day. */
const HALF_DAYS = (hours: number) => 10 * ((((hours - 0.5) % 12) + 12) % 12);

interface Setup {
  readonly meter?: Partial<Meter>;
  readonly behavior?: Partial<ServerBehavior>;
  readonly maxRequests?: number;
  readonly now?: number;
}

async function load(readings: readonly Reading[], setup: Setup = {}) {
  const { meter, behavior, maxRequests = 100, now = START + 60 * DAY_MS } = setup;
  const { history, server } = createTestClient(
    arrivingData(readings, () => now),
    behavior,
    {
      clock: createFakeClock(now),
    }
  );
  const { answer, undecidedBecause } = await loadRestarts(history.forSeries(PUMP_PRESSURE, testContext()), WINDOW, {
    ...{ meter: { ...UNKNOWN_METER, ...meter }, seenAroundMs: 20 * DAY_MS, maxRequests, maxRows: 100_000 },
    grid: new LevelGrid('UTC'),
  });
  const stretches = answer.stretches.map(({ fromEpochMs, toEpochMs, start, end }) =>
    [start, (fromEpochMs - START) / HOUR_MS, (toEpochMs - START) / HOUR_MS, end].join(' ')
  );
  return { stretches, isFalling: answer.isFalling, undecidedBecause, requests: server.requests.length };
}

it('a counter runs from one restart to the next, to the first after the window', async () => {
  const { stretches, requests } = await load(counter(30 * 24, HALF_DAYS));
  expect(stretches[0]).toMatch(/^cut /);
  expect(stretches.slice(5, 8)).toEqual(['known 0.5 12.5 known', 'known 12.5 24.5 known', 'known 24.5 36.5 known']);
  expect(stretches).toContain('known 108.5 120.5 known');
  expect(requests).toBeLessThanOrEqual(4);
});

it('its last run is in progress', async () => {
  const { stretches } = await load(counter(47, HALF_DAYS), { now: hour(30) });
  expect(stretches.at(-1)).toBe('known 24.5 30 inProgress');
});

it('a restart is in the hour that hides it, if the next value is lower than its highest', async () => {
  const value = (hours: number) => (hours < 10 ? 1 : hours < 10.5 ? 100 * (hours - 9) : hours - 8);
  const { stretches } = await load(counter(200, value));
  expect(stretches.filter((text) => text.startsWith('known')).map((text) => text.split(' ')[1])).toEqual(['10.5']);
});

it('the end of a register and a replaced meter are no restarts if the settings name them', async () => {
  const rollingOver = counter(60, (hours) => (9990 + Math.max(-40, hours)) % 10_000);
  const starts = async (setup?: Setup) =>
    (await load(rollingOver, setup)).stretches.filter((text) => text.startsWith('known'));
  expect(await starts()).toEqual(['known 10 600 cut']);
  expect(await starts({ meter: { rolloverAt: 10_000 } })).toEqual([]);
  const replacements = [{ atEpochMs: hour(10), last: 10_000, first: 0 }];
  expect(await starts({ meter: { replacements } })).toEqual([]);
});

it('a tag that falls more often than it rises is no counter', async () => {
  expect((await load(counter(100, (hours) => 9000 - hours))).isFalling).toBe(true);
});

it('what cannot be known cuts the runs beside it', async () => {
  const readings = counter(30 * 24, HALF_DAYS);
  const limited = await load(readings, { maxRequests: 1 });
  expect(limited.undecidedBecause).toBe('maxRequests');
  expect(limited.stretches.filter((text) => text.includes('known'))).toEqual([]);
});
