import { every15Minutes, every30Minutes } from '../cadences.ts';
import { counter, measurement, setpoint } from '../defineTag.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { excursion } from '../signals/response.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

interface ChillerOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly ratedKw: number;
  /** Outlet water temperature in °C. */
  readonly supply: number;
}

/** Chiller for cold water or glycol: its power follows load and weather; its condenser fan fails occasionally. */
export function chiller(conditions: SiteConditions, { code, name, area, ratedKw, supply }: ChillerOptions): DemoDevice {
  const { load, ambient, countersMs } = conditions;
  const fanFaults = timetable(`${code} fan`, {
    everyMs: 2.5 * DAY_MS,
    shortestMs: 25 * MINUTE_MS,
    longestMs: 80 * MINUTE_MS,
    share: 0.7,
  });
  const away = excursion(fanFaults, 20 * MINUTE_MS, 15 * MINUTE_MS);
  const noise = white(code);
  const variation = wander(`${code} heat`, 17 * MINUTE_MS);
  const cooling: Signal = (epochMs) =>
    clamp(0.15 + 0.62 * load(epochMs) + 0.012 * (ambient(epochMs) - 18) + 0.03 * variation(epochMs), 0.08, 1);
  const condenser = lag(
    (epochMs) => 11.5 + 0.16 * (ambient(epochMs) - 18) + 3.2 * cooling(epochMs) + 5.5 * away(epochMs),
    5 * MINUTE_MS
  );
  const power: Signal = (epochMs) => ratedKw * cooling(epochMs) * (0.74 + 0.012 * (condenser(epochMs) - 11));
  const leaving = lag(
    (epochMs) => supply + 2.6 * Math.max(0, cooling(epochMs) - 0.85) + 3.4 * away(epochMs),
    12 * MINUTE_MS
  );
  const flow: Signal = (epochMs) => ratedKw * (0.34 + 0.1 * load(epochMs));
  const returning: Signal = (epochMs) => leaving(epochMs) + 1.4 + 4.6 * cooling(epochMs);

  return {
    site: conditions.site,
    area,
    code,
    name,
    kind: 'enfriadora',
    active: true,
    tags: [
      measurement(
        'temp_impulsion',
        'Temperatura de impulsión',
        '°C',
        0.1,
        (epochMs) => leaving(epochMs) + 0.25 * Math.sin(epochMs / 90_000) + 0.06 * noise(epochMs)
      ),
      measurement(
        'temp_retorno',
        'Temperatura de retorno',
        '°C',
        0.1,
        (epochMs) => returning(epochMs) + 0.08 * noise(epochMs)
      ),
      { ...setpoint('consigna_temp', 'Consigna de impulsión', '°C', 0.1, () => supply), cadence: every30Minutes },
      {
        ...measurement('caudal', 'Caudal de agua', 'm³/h', 0.1, (epochMs) => flow(epochMs) + 0.5 * noise(epochMs)),
        cadence: every15Minutes,
      },
      measurement(
        'presion_alta',
        'Presión de alta',
        'bar',
        0.05,
        (epochMs) => condenser(epochMs) + 0.08 * noise(epochMs)
      ),
      { ...measurement('potencia', 'Potencia activa', 'kW', 0.1, power), cadence: every15Minutes },
      {
        ...counter('energia', 'Energía activa', 'kWh', 1, totalizer(power, countersMs, ratedKw * 3120)),
        cadence: every30Minutes,
      },
    ],
  };
}
