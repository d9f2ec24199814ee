import { every15Minutes, every30Minutes } from '../cadences.ts';
import { counter, measurement, setpoint } from '../defineTag.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { drift, excursion } from '../signals/response.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

/** Steam boiler on gas: pressure held at 8.5 bar, occasional burner lockouts, on-off feed water pump. */
export function boiler(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, countersMs } = conditions;
  const lockouts = timetable(`${code} lock-out`, {
    everyMs: 3 * DAY_MS,
    shortestMs: 9 * MINUTE_MS,
    longestMs: 25 * MINUTE_MS,
    share: 0.8,
  });
  const away = excursion(lockouts, 14 * MINUTE_MS, 8 * MINUTE_MS);
  const noise = white(code);
  const draw = wander(`${code} steam draw`, 11 * MINUTE_MS);
  const firing: Signal = (epochMs) =>
    lockouts.at(epochMs) ? 0 : clamp(0.16 + 0.72 * load(epochMs) + 0.06 * draw(epochMs), 0.12, 1);
  const gas: Signal = (epochMs) => 265 * firing(epochMs);
  const flue = lag((epochMs) => (lockouts.at(epochMs) ? 130 : 158 + 62 * firing(epochMs)), 9 * MINUTE_MS);
  const lowDraw = wander(`${code} blowdown`, 7 * HOUR_MS);
  const probe = drift(`${code} O2 probe`);

  return {
    site: conditions.site,
    area,
    code,
    name,
    kind: 'caldera',
    active: true,
    tags: [
      measurement(
        'presion_vapor',
        'Presión de vapor',
        'bar',
        0.01,
        (epochMs) => 8.5 - 0.22 * draw(epochMs) - 2.9 * away(epochMs) + 0.02 * noise(epochMs)
      ),
      { ...setpoint('consigna_presion', 'Consigna de presión', 'bar', 0.1, () => 8.5), cadence: every30Minutes },
      measurement('temp_humos', 'Temperatura de humos', '°C', 0.5, (epochMs) => flue(epochMs) + 0.6 * noise(epochMs)),
      measurement('nivel_agua', 'Nivel de agua', '%', 0.5, (epochMs) => {
        // The feed pump starts at 48 % and stops at 62 %.
        const cycle = (epochMs / (13 * MINUTE_MS)) % 1;
        return (cycle < 0.68 ? 62 - (14 * cycle) / 0.68 : 48 + (14 * (cycle - 0.68)) / 0.32) + 0.4 * noise(epochMs);
      }),
      measurement('caudal_gas', 'Caudal de gas', 'm³/h', 0.1, (epochMs) =>
        Math.max(0, gas(epochMs) + 1.2 * noise(epochMs) * firing(epochMs))
      ),
      {
        ...counter('gas_total', 'Gas consumido', 'm³', 1, totalizer(gas, countersMs, 1_204_600)),
        cadence: every30Minutes,
      },
      {
        ...measurement('o2_humos', 'Oxígeno en humos', '%', 0.1, (epochMs) =>
          lockouts.at(epochMs) ? 20.9 : 3.1 + 1.9 * (1 - firing(epochMs)) + 0.5 * probe(epochMs) + 0.12 * noise(epochMs)
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement(
          'conductividad',
          'Conductividad del agua',
          'µS/cm',
          10,
          (epochMs) => 2650 + 320 * lowDraw(epochMs) + 25 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
