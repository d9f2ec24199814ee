import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { sampled } from './dayTable.ts';
import { wander } from './noise.ts';
import type { Signal } from './signal.ts';
import { siteClock } from './siteClock.ts';

const { cos, PI } = Math;

export interface Climate {
  /** °C through the year */
  readonly mean: number;
  /** Half the distance between a summer and a winter day. */
  readonly season: number;
  /** Half the distance between afternoon and dawn. */
  readonly day: number;
  /** Day of the year, from 0: about 200 north of the equator, 20 south of it. */
  readonly warmestDay: number;
}

/** Temperature of the air in the shade, °C: season, time of day, weather of the week, clouds. */
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
