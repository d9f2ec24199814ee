import { every15Minutes, every30Minutes, everyMinute } from '../cadences.ts';
import { counter, measurement, setpoint } from '../defineTag.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { excursion } from '../signals/response.ts';
import type { Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

interface TunnelOvenOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  /** Setpoint of each zone in °C. */
  readonly zones: readonly number[];
  /** Logs the first zone every minute. */
  readonly isHeadline?: boolean;
}

/** Baking oven with several zones. At each product change, once every three hours, its doors open and the zones cool down. */
export function tunnelOven(conditions: SiteConditions, options: TunnelOvenOptions): DemoDevice {
  const { code, name, area, zones } = options;
  const { load, site, countersMs } = conditions;
  const changes = timetable(`${code} product`, {
    everyMs: 3 * HOUR_MS,
    shortestMs: 9 * MINUTE_MS,
    longestMs: 17 * MINUTE_MS,
  });
  const doors = excursion(changes, 6 * MINUTE_MS, 5 * MINUTE_MS);
  const noise = white(code);
  const burner = wander(`${code} burner`, 14 * MINUTE_MS);
  const idle: Signal = lag((epochMs) => (load(epochMs) < 0.3 ? 1 : 0), 30 * MINUTE_MS);
  const temperature =
    (target: number, zone: number): Signal =>
    (epochMs) =>
      target * (1 - 0.2 * idle(epochMs)) -
      (46 - 7 * zone) * doors(epochMs) +
      1.3 * Math.sin((2 * Math.PI * epochMs) / (7.3 * MINUTE_MS) + zone) +
      0.9 * burner(epochMs) +
      0.25 * noise(epochMs + zone);
  const gas: Signal = (epochMs) => 34 * (0.3 + 0.62 * load(epochMs) + 0.25 * doors(epochMs) + 0.03 * burner(epochMs));
  const belt: Signal = (epochMs) => (changes.at(epochMs) ? 0.6 : 1.6 + 1.5 * load(epochMs));

  return {
    site,
    area,
    code,
    name,
    kind: 'horno',
    active: true,
    tags: [
      ...zones.map((target, zone) => ({
        ...measurement(`temp_zona${zone + 1}`, `Temperatura zona ${zone + 1}`, '°C', 0.1, temperature(target, zone)),
        ...(zone === 0 && options.isHeadline && { cadence: everyMinute }),
        ...(zone > 1 && { cadence: every15Minutes }),
      })),
      { ...setpoint('consigna_zona1', 'Consigna zona 1', '°C', 1, () => zones[0] ?? 0), cadence: every30Minutes },
      { ...measurement('vel_banda', 'Velocidad de banda', 'm/min', 0.01, belt), cadence: every15Minutes },
      { ...measurement('caudal_gas', 'Caudal de gas', 'm³/h', 0.1, gas), cadence: every15Minutes },
      {
        ...counter('gas_total', 'Gas consumido', 'm³', 1, totalizer(gas, countersMs, 402_700)),
        cadence: every30Minutes,
      },
      {
        ...measurement(
          'humedad',
          'Humedad de la cámara',
          '%',
          0.5,
          (epochMs) => 31 + 5 * load(epochMs) - 9 * doors(epochMs) + 0.8 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
