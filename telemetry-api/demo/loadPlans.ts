import type { LoadPlan } from './signals/calendar.ts';

const hours = (count: number, load: number) => new Array<number>(count).fill(load);

const BOTTLING_SUNDAY = [...hours(8, 0.08), ...hours(4, 0.3), ...hours(12, 0.08)];
const BOTTLING_MONDAY = [...hours(6, 0.08), ...hours(8, 0.95), ...hours(8, 0.88), ...hours(2, 0.72)];
const BOTTLING_DAY = [...hours(6, 0.72), ...hours(8, 0.95), ...hours(8, 0.88), ...hours(2, 0.72)];
const BOTTLING_SATURDAY = [...hours(6, 0.72), ...hours(8, 0.95), ...hours(10, 0.08)];

/** Bottling in three shifts from Monday 06:00 to Saturday 14:00, and cleaning on Sunday. */
export const THREE_SHIFTS: LoadPlan = {
  week: [BOTTLING_SUNDAY, BOTTLING_MONDAY, BOTTLING_DAY, BOTTLING_DAY, BOTTLING_DAY, BOTTLING_DAY, BOTTLING_SATURDAY],
  pauses: { atHours: [6, 10, 14, 18, 22], share: 0.4 },
  rampMinutes: 4,
};

const BAKING_DAY = [...hours(7, 0.8), ...hours(7, 0.94), ...hours(1, 0.7), ...hours(8, 0.9), ...hours(1, 0.8)];
const BAKING_MONDAY = BAKING_DAY.with(7, 0.25).with(8, 0.25);
const BAKING_SUNDAY = BAKING_DAY.map((load) => 0.7 * load);

/** Continuous operation: three shifts every day, less at lunch and on Sundays, maintenance on Monday morning. */
export const NEVER_STOPS: LoadPlan = {
  week: [BAKING_SUNDAY, BAKING_MONDAY, BAKING_DAY, BAKING_DAY, BAKING_DAY, BAKING_DAY, BAKING_DAY],
  pauses: { atHours: [7, 15, 23], share: 0.6 },
  rampMinutes: 4,
};

const TOWN_NIGHT = [0.41, 0.39, 0.38, 0.38];
const TOWN_MORNING = [0.4, 0.47, 0.6, 0.74, 0.77, 0.66, 0.53, 0.48];
const TOWN_LATE_MORNING = [0.38, 0.39, 0.43, 0.53, 0.68, 0.78, 0.74, 0.64];
const TOWN_AFTERNOON = [0.51, 0.56, 0.53, 0.47, 0.43, 0.48, 0.61, 0.76, 0.83, 0.76, 0.6, 0.47];
const TOWN_DAY = [...TOWN_NIGHT, ...TOWN_MORNING, ...TOWN_AFTERNOON];
const TOWN_WEEKEND = [...TOWN_NIGHT, ...TOWN_LATE_MORNING, ...TOWN_AFTERNOON];

/** Water demand of a town: low at night, with a morning and an evening peak, the morning one later at weekends. */
export const WATER_DEMAND: LoadPlan = {
  week: [TOWN_WEEKEND, TOWN_DAY, TOWN_DAY, TOWN_DAY, TOWN_DAY, TOWN_DAY, TOWN_WEEKEND],
  pauses: { atHours: [], share: 1 },
  rampMinutes: 40,
};
