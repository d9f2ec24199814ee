import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { testAlert } from '../../testSupport/testAlert';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/window';
import { alarmPerformance, type AlarmPerformance } from './alarmPerformance';
import type { Alert } from './alert';

const NOON = Date.UTC(2026, 4, 4, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 2 * HOUR_MS };

/** Alerts of one alarm, opened at minutes of the window, that end after so many minutes. */
function openedAt(minutes: readonly number[], change: Partial<Alert> = {}, lastingMinutes = 5): Alert[] {
  return minutes.map((minute) => {
    const startEpochMs = NOON + minute * MINUTE_MS;
    return testAlert('critica', startEpochMs, startEpochMs + lastingMinutes * MINUTE_MS, { rule: 'High', ...change });
  });
}

function measure(alerts: readonly Alert[], operators = 1, window = WINDOW): AlarmPerformance {
  return alarmPerformance(alerts, window, operators);
}

/** So many minutes, one after the other. */
const minutes = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('the rate', () => {
  it('is of the alerts that were opened in the window, on average and at its peak', () => {
    // Six in a minute, around the edge of two periods of the clock; the alerts at the ends are of the windows beside it.
    const alerts = openedAt([-1, 0, 9.5, 9.6, 9.7, 10.1, 10.2, 10.3, 120]);
    expect(measure(alerts)).toMatchObject({ opened: 7, perPeriod: 7 / 12, peak: 6, busyPeriods: 0, busyHours: 0 });
  });

  it('is divided by the operators', () => {
    const alerts = openedAt(minutes(0, 24));
    expect(measure(alerts, 2)).toMatchObject({ opened: 24, perPeriod: 1, peak: 5 });
  });

  it('is too high in periods of the clock with more than ten, and in hours with more than thirty', () => {
    const alerts = openedAt([...minutes(0, 11).map((minute) => minute / 2), ...minutes(60, 31)]);
    expect(measure(alerts)).toMatchObject({ busyPeriods: 1 / 12, busyHours: 1 / 2 });
    expect(measure(alerts, 2)).toMatchObject({ busyPeriods: 0, busyHours: 0 });
  });

  it('counts whole periods of the clock alone', () => {
    const window = { fromEpochMs: NOON + MINUTE_MS, toEpochMs: NOON + 29 * MINUTE_MS };
    const alerts = openedAt(minutes(0, 11).flatMap((index) => [1 + index / 2, 10 + index / 2]));
    expect(measure(alerts, 1, window)).toMatchObject({ busyPeriods: 1, busyHours: undefined });
  });

  it('is not known of a window without length', () => {
    const none = { opened: 0, perPeriod: undefined, peak: 0, busyPeriods: undefined, floodTime: undefined };
    expect(measure(openedAt([0]), 1, { fromEpochMs: NOON, toEpochMs: NOON })).toMatchObject(none);
  });
});

describe('a flood', () => {
  const floodsOf = (alerts: readonly Alert[], operators = 1) =>
    measure(alerts, operators).floods.map(({ fromEpochMs, toEpochMs, alerts: held, isOpen }) => ({
      from: (fromEpochMs - NOON) / MINUTE_MS,
      to: (toEpochMs - NOON) / MINUTE_MS,
      alerts: held.length,
      isOpen,
    }));

  it('begins with the first of eleven alerts within ten minutes, and ends when four are left of ten minutes', () => {
    const alerts = openedAt([1, 20, ...minutes(21, 10).map((minute) => minute - 0.5), 40]);
    // At minute 35.5, those of 26.5 to 29.5 are left: the one of 25.5 has just become ten minutes old.
    expect(floodsOf(alerts)).toEqual([{ from: 20, to: 35.5, alerts: 11, isOpen: false }]);
  });

  it('is none of ten alerts within ten minutes, nor of eleven that take ten', () => {
    expect(floodsOf(openedAt([...minutes(0, 10), ...minutes(30, 11)]))).toEqual([]);
  });

  it('goes on as long as there are five within ten minutes', () => {
    const alerts = openedAt([...minutes(0, 11).map((minute) => minute / 2), 7, 9, 11, 13, 14.5, 16.5]);
    expect(floodsOf(alerts)).toEqual([{ from: 0, to: 19, alerts: 17, isOpen: false }]);
  });

  it('is of as many more alerts as there are operators', () => {
    const alerts = openedAt(minutes(0, 21).map((minute) => minute / 4));
    expect(floodsOf(alerts, 2)).toEqual([{ from: 0, to: 12.75, alerts: 21, isOpen: false }]);
    expect(floodsOf(alerts, 3)).toEqual([]);
  });

  it('may begin before the window, and go on after it: its part of the window counts', () => {
    const before = openedAt(minutes(0, 11).map((index) => index / 10 - 5));
    const after = openedAt(minutes(0, 11).map((index) => 115 + index / 10));
    expect(floodsOf([...before, ...after])).toEqual([
      { from: -5, to: 5.6, alerts: 11, isOpen: false },
      { from: 115, to: 120, alerts: 11, isOpen: true },
    ]);
    const { floodTime, opened } = measure([...before, ...after]);
    expect(floodTime).toBeCloseTo((5.6 + 5) / 120, 12);
    expect(opened).toBe(11);
  });

  it('is what counting at every instant finds', () => {
    const time = fc.integer({ min: -20, max: 130 });
    const sizes = { minLength: 0, maxLength: 120 };
    fc.assert(
      fc.property(fc.array(time, sizes), fc.integer({ min: 1, max: 2 }), (times, operators) => {
        expect(floodsOf(openedAt(times), operators)).toEqual(countedFloods(times, operators));
      }),
      cases(300)
    );
  });

  /** Whole minutes, one after the other: which alerts are less than ten minutes old? */
  function countedFloods(times: readonly number[], operators: number) {
    const ordered = times.filter((time) => time < 120).sort((a, b) => a - b);
    const floods: Array<{ from: number; to: number; alerts: number; isOpen: boolean }> = [];
    let flood: { from: number; first: number } | undefined;
    let firstFree = 0;
    for (let now = -20; now <= 120; now++) {
      const before = ordered.filter((time) => time < now);
      if (flood !== undefined && before.filter((time) => time > now - 10).length < 5 * operators) {
        floods.push({ from: flood.from, to: now, alerts: before.length - flood.first, isOpen: false });
        flood = undefined;
        firstFree = before.length;
      }
      const recent = ordered.slice(firstFree).filter((time) => time > now - 10 && time <= now);
      if (flood === undefined && recent.length > 10 * operators) {
        // Those of the same minute come one after the other: the last ones that are needed decide.
        const arrived = ordered.filter((time) => time <= now).length;
        const sooner = ordered.slice(firstFree).filter((time) => time > now - 10 && time < now).length;
        const first = arrived - recent.length + Math.max(0, Math.min(recent.length, sooner) - 10 * operators);
        flood = { from: ordered[first]!, first };
      }
    }
    if (flood !== undefined) {
      floods.push({ from: flood.from, to: 120, alerts: ordered.length - flood.first, isOpen: true });
    }
    return floods.filter(({ from, to }) => to > 0 && from < 120);
  }
});

describe('nuisance alarms', () => {
  const seconds = (...list: number[]) => list.map((second) => second / 60);

  it('chatter if they are opened three times within a minute', () => {
    const alerts = [
      ...openedAt(seconds(0, 30, 59)),
      ...openedAt(seconds(0, 30, 60), { tag: 'other' }),
      ...openedAt(seconds(0, 30), { device: 'P1' }),
      ...openedAt(seconds(59), { device: 'P2' }),
    ];
    expect(measure(alerts).chattering).toBe(1);
  });

  it('are fleeting if they end within a minute, and nobody acknowledged them', () => {
    const lasting = (durationS: number, change: Partial<Alert> = {}) => openedAt([0], change, durationS / 60);
    const acknowledged = { acknowledgedEpochMs: NOON + 10 * SECOND_MS };
    const open = testAlert('critica', NOON);
    const alerts = [...lasting(0), ...lasting(59), ...lasting(60), ...lasting(30, acknowledged), open];
    expect(measure(alerts)).toMatchObject({ fleeting: 2, unattended: 3 });
  });

  it('are standing from their second day on, and the most at the same time count', () => {
    const lasting = (fromDays: number, toDays: number | undefined) =>
      testAlert('critica', NOON + fromDays * DAY_MS, toDays === undefined ? undefined : NOON + toDays * DAY_MS);
    const window = { fromEpochMs: NOON, toEpochMs: NOON + 7 * DAY_MS };
    const standing = (...alerts: Alert[]) => measure(alerts, 1, window).standing;
    expect(standing(lasting(0, 1), lasting(-3, 0), lasting(6, undefined), lasting(8, undefined))).toBe(0);
    expect(standing(lasting(-3, 0.1), lasting(0, 2), lasting(1, 3), lasting(5, undefined))).toBe(1);
    expect(standing(lasting(-3, undefined), lasting(0, 2.1), lasting(1, 4), lasting(5, undefined))).toBe(3);
  });
});

describe('the ten most frequent alarms', () => {
  const alarms = (count: number) => minutes(0, count).flatMap((index) => openedAt([index], { tag: `t${index}` }));

  it('have a share of all alerts', () => {
    const alerts = [...alarms(12), ...openedAt(minutes(20, 8), { tag: 't0' })];
    expect(measure(alerts).mostFrequent).toBe(18 / 20);
  });

  it('have none where there are no more than ten', () => {
    expect(measure([...alarms(10), ...alarms(10)]).mostFrequent).toBeUndefined();
  });
});

describe('the time to acknowledge and to end', () => {
  it('is the median and the 90th percentile of the alerts that were', () => {
    const alerts = minutes(1, 11).flatMap((minute) =>
      openedAt([0], { acknowledgedEpochMs: NOON + minute * MINUTE_MS }, 2 * minute)
    );
    expect(measure([...alerts, testAlert('critica', NOON)])).toMatchObject({
      toAcknowledge: { medianMs: 6 * MINUTE_MS, p90Ms: 10 * MINUTE_MS },
      toEnd: { medianMs: 12 * MINUTE_MS, p90Ms: 20 * MINUTE_MS },
    });
  });

  it('is not known of none, and never negative', () => {
    expect(measure([testAlert('critica', NOON)])).toMatchObject({ toAcknowledge: undefined, toEnd: undefined });
    const early = openedAt([0], { acknowledgedEpochMs: NOON - MINUTE_MS }, -1);
    const none = { medianMs: 0, p90Ms: 0 };
    expect(measure(early)).toMatchObject({ toAcknowledge: none, toEnd: none });
  });
});
