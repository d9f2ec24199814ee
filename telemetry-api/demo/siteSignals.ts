import type { SiteDeclaration } from './plantModel.ts';
import { planned, yearly, daily } from './signals/calendar.ts';
import { lagged, product, sampled, sum } from './signals/responses.ts';
import type { Input } from './signals/signal.ts';
import { once, wander, windows } from './signals/sources.ts';

/** The conditions of a site: load (0 to 1), ambient (°C in the shade), phaseVolts (V) and hertz (Hz) of the mains, and their outage (0 or 1). */
export function siteSignals({ plan, climate, mains, outage }: SiteDeclaration): Record<string, Input> {
  return {
    ramped: lagged(sampled(planned(plan), 1), plan.rampMinutes),
    shortStop: windows({ everyHours: 5, minutes: [3, 14] }),
    slow: wander(50),
    quick: wander(9),
    pace: sum(1, { slow: 0.05, quick: 0.03 }),
    load: sampled(product('ramped', 'pace', sum(1, { shortStop: -0.55 })), 1),
    season: yearly(climate.warmestDay),
    afternoon: daily(15.5),
    weather: wander(3.5 * 24 * 60),
    clouds: wander(5 * 60),
    sun: product('afternoon', sum(climate.day, { clouds: 0.25 * climate.day })),
    ambient: sampled(sum(climate.mean, { season: climate.season, sun: 1, weather: 2.8, clouds: 0.7 }), 10),
    phaseVolts: mains.phaseVolts,
    hertz: mains.hertz,
    outage: outage === undefined ? 0 : once(outage.fromHours, outage.minutes),
  };
}
