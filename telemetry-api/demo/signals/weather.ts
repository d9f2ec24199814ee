import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { sampled } from './dayTable.ts';
import { wander } from './noise.ts';
import type { Signal } from './signal.ts';
import { siteClock } from './siteClock.ts';

const { cos, PI } = Math;

export interface Climate {
  /** Annual mean in °C. */
  readonly mean: number;
  /** Half the difference between summer and winter. */
  readonly season: number;
  /** Half the difference between afternoon and dawn. */
  readonly day: number;
  /** Day of the year, starting at 0: about 200 in the northern hemisphere, 20 in the southern. */
  readonly warmestDay: number;
}

/** Air temperature in °C, from season, time of day, weekly weather and clouds. */
export function ambientTemperature(name: string, zone: string, climate: Climate): Signal {
  const clock = siteClock(zone);
  const week = wander(`${name} weather`, 3.5 * DAY_MS);
  const clouds = wander(`${name} clouds`, 5 * HOUR_MS);
  return sampled(10 * MINUTE_MS, (epochMs) => {
    const { day, hour } = clock(epochMs);
    const season = cos((2 * PI * ((day % 365.2425) - climate.warmestDay)) / 365.2425);
    // Warmest at half past three, coldest before dawn.
    const sun = cos((2 * PI * (hour - 15.5)) / 24);
    const warmth = climate.mean + climate.season * season + climate.day * sun * (1 + 0.25 * clouds(epochMs));
    return warmth + 2.8 * week(epochMs) + 0.7 * clouds(epochMs);
  });
}
