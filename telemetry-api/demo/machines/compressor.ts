import { every15Minutes, every10Seconds, every30Minutes, everyMinute, onChange } from '../cadences.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { counter, measurement, state } from '../defineTag.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { excursion, pulse, partAge, wearAt } from '../signals/response.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

interface CompressorOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly ratedKw: number;
  /** Share of the site's load. */
  readonly share: number;
  /** Logs pressure every minute, and current every ten seconds since it got a fast logger. */
  readonly isHeadline?: boolean;
}

/** Air screw compressor: follows the site's load, trips every few days, and its air end wears. */
export function compressor(conditions: SiteConditions, options: CompressorOptions): DemoDevice {
  const { code, ratedKw, share } = options;
  const { load, ambient, mains, anchorMs, countersMs } = conditions;
  const trips = timetable(`${code} trip`, {
    everyMs: 4 * DAY_MS,
    shortestMs: 18 * MINUTE_MS,
    longestMs: 70 * MINUTE_MS,
    share: 0.85,
  });
  const variation = wander(`${code} demand`, 6 * MINUTE_MS);
  const isRunning = (epochMs: number) => !trips.at(epochMs) && load(epochMs) * share > 0.06;
  const loading: Signal = (epochMs) =>
    isRunning(epochMs) ? clamp(0.18 + 0.78 * share * load(epochMs) + 0.04 * variation(epochMs), 0.2, 1) : 0;
  const power: Signal = (epochMs) => (isRunning(epochMs) ? ratedKw * (0.24 + 0.76 * loading(epochMs)) : 0.4);

  const noise = white(code);
  const away = excursion(trips, 7 * MINUTE_MS, 3 * MINUTE_MS);
  const hammer = pulse(timetable(`${code} hammer`, { everyMs: 3 * HOUR_MS, shortestMs: 65_000, longestMs: 90_000 }));
  const pressure: Signal = (epochMs) => {
    // Alternates between loading and idling, faster under higher load.
    const swing = 0.16 * Math.sin((2 * Math.PI * epochMs) / 97_000);
    const target = 7.25 - 0.35 * load(epochMs) + swing + 0.03 * noise(epochMs) + 1.3 * hammer(epochMs);
    return target - 2.1 * away(epochMs);
  };
  const oil = lag(
    (epochMs) => (isRunning(epochMs) ? 46 + 24 * loading(epochMs) + 0.45 * ambient(epochMs) : ambient(epochMs) + 4),
    22 * MINUTE_MS
  );
  const airEndLifeMs = 23 * DAY_MS;
  const airEndAge = partAge(`${code} air end`, airEndLifeMs);
  const current: Signal = (epochMs) => (power(epochMs) * 1000) / (3 * mains.phaseVolts * 0.87) + 0.4 * noise(epochMs);

  return {
    site: conditions.site,
    area: options.area,
    code,
    name: options.name,
    kind: 'compresor',
    active: true,
    tags: [
      {
        ...measurement('presion_descarga', 'Presión de descarga', 'bar', 0.01, pressure),
        ...(options.isHeadline && { cadence: everyMinute }),
      },
      measurement(
        'temp_aceite',
        'Temperatura del aceite',
        '°C',
        0.1,
        (epochMs) => oil(epochMs) + 0.15 * noise(epochMs)
      ),
      {
        ...measurement(
          'temp_descarga',
          'Temperatura de descarga',
          '°C',
          0.5,
          (epochMs) => oil(epochMs) + 6 + 9 * loading(epochMs)
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement('corriente', 'Corriente del motor', 'A', 0.1, (epochMs) => Math.max(0, current(epochMs))),
        ...(options.isHeadline
          ? { cadence: every10Seconds, fromMs: anchorMs - 2 * DAY_MS }
          : { cadence: every15Minutes }),
      },
      { ...measurement('potencia', 'Potencia activa', 'kW', 0.1, power), cadence: every15Minutes },
      {
        ...counter('energia', 'Energía activa', 'kWh', 1, totalizer(power, countersMs, 184_320 * share)),
        cadence: every30Minutes,
      },
      {
        ...measurement('vibracion', 'Vibración del bloque', 'mm/s', 0.01, (epochMs) =>
          isRunning(epochMs)
            ? 1.4 + 0.8 * loading(epochMs) + 4.6 * wearAt(airEndAge(epochMs), airEndLifeMs) + 0.12 * noise(epochMs)
            : 0.05
        ),
        cadence: every30Minutes,
      },
      {
        ...counter(
          'horas_marcha',
          'Horas de marcha',
          'h',
          0.1,
          totalizer((epochMs) => (isRunning(epochMs) ? 1 : 0), countersMs, 21_480 * share)
        ),
        cadence: every30Minutes,
      },
      {
        ...state('estado', 'Estado (0 parado, 1 marcha, 2 disparo)', (epochMs) =>
          trips.at(epochMs) ? 2 : isRunning(epochMs) ? 1 : 0
        ),
        cadence: onChange,
      },
    ],
  };
}
