import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { sampled } from './dayTable.ts';
import { lag } from './lag.ts';
import { wander } from './noise.ts';
import { clamp, type Signal } from './signal.ts';
import { type LocalTime, siteClock } from './siteClock.ts';
import { timetable } from './timetable.ts';

const { exp } = Math;

/** The planned load of a site at a local time, 0 to 1. */
export type ShiftPlan = (local: LocalTime) => number;

/** Bottling in three shifts from Monday 06:00 to Saturday 14:00, with a break in each, and cleaning on Sunday. */
export const threeShifts: ShiftPlan = ({ hour, weekday }) => {
  const isWorkday = weekday >= 1 && weekday <= 5;
  if (weekday === 0) {
    return hour >= 8 && hour < 12 ? 0.3 : 0.08;
  }
  if ((weekday === 1 && hour < 6) || (weekday === 6 && hour >= 14)) {
    return 0.08;
  }
  if (isPause(hour, 6, 14, 22) || (hour >= 10 && hour < 10.4) || (isWorkday && hour >= 18 && hour < 18.4)) {
    return 0.35;
  }
  return hour >= 6 && hour < 14 ? 0.95 : hour >= 14 && hour < 22 ? 0.88 : 0.72;
};

/** Continuous operation: three shifts every day, less on Sundays and at lunch, maintenance on Monday morning. */
export const neverStops: ShiftPlan = ({ hour, weekday }) => {
  if (weekday === 1 && hour >= 7 && hour < 9.5) {
    return 0.25;
  }
  const lunch = hour >= 14 && hour < 14.75 ? 0.75 : 1;
  const shift = hour >= 7 && hour < 15 ? 0.94 : hour >= 15 && hour < 23 ? 0.9 : 0.8;
  return shift * lunch * (weekday === 0 ? 0.7 : 1) * (isPause(hour, 7, 15, 23) ? 0.6 : 1);
};

/** Water demand of a town: low at night, with a morning and an evening peak, the morning one later at weekends. */
export const waterDemand: ShiftPlan = ({ hour, weekday }) => {
  const lateMorning = weekday === 0 || weekday === 6 ? 1.5 : 0;
  return 0.38 + 0.4 * hump(hour, 8 + lateMorning, 2.2) + 0.18 * hump(hour, 13.5, 2) + 0.45 * hump(hour, 20.3, 2.4);
};

function isPause(hour: number, ...changes: number[]): boolean {
  return changes.some((change) => hour >= change && hour < change + 0.25);
}

function hump(hour: number, top: number, width: number): number {
  const distance = ((hour - top + 36) % 24) - 12;
  return exp(-((distance / width) ** 2));
}

/** The actual load of a site: the plan with ramps, random variation and short stops. */
export function productionLoad(name: string, zone: string, plan: ShiftPlan): Signal {
  const clock = siteClock(zone);
  const planned = lag(
    sampled(MINUTE_MS, (epochMs) => plan(clock(epochMs))),
    4 * MINUTE_MS
  );
  const slow = wander(`${name} load slow`, 50 * MINUTE_MS);
  const quick = wander(`${name} load quick`, 9 * MINUTE_MS);
  const stops = timetable(`${name} short stops`, {
    everyMs: 5 * HOUR_MS,
    shortestMs: 3 * MINUTE_MS,
    longestMs: 14 * MINUTE_MS,
  });
  return sampled(MINUTE_MS, (epochMs) => {
    const stop = stops.at(epochMs) ? 0.45 : 1;
    return clamp(planned(epochMs) * stop * (1 + 0.05 * slow(epochMs) + 0.03 * quick(epochMs)), 0.02, 1.05);
  });
}
