import { every15Minutes, every30Minutes } from '../cadences.ts';
import { counter, measurement } from '../defineTag.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Cadence, DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { pulse, partAge, wearAt } from '../signals/response.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

interface PumpOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly ratedKw: number;
  /** m³/h at full speed */
  readonly ratedFlow: number;
  /** bar at full speed */
  readonly ratedHead: number;
  /** Days between bearing replacements. */
  readonly bearingDays: number;
  /** Cadence of its vibration and when it starts; by default every 15 minutes and always. */
  readonly vibration?: { cadence: Cadence; sinceMs: number };
  /** When the device went offline, after its bearing ran hot for two hours. */
  readonly untilMs?: number;
}

/** Centrifugal pump with a frequency drive: affinity laws, water hammer once every three hours, bearing wear. */
export function pump(conditions: SiteConditions, options: PumpOptions): DemoDevice {
  const { code, ratedKw, ratedFlow, ratedHead } = options;
  const { load, ambient, mains, countersMs } = conditions;
  const noise = white(code);
  const variation = wander(`${code} valves`, 8 * MINUTE_MS);
  const hammer = pulse(timetable(`${code} hammer`, { everyMs: 3 * HOUR_MS, shortestMs: 4_000, longestMs: 12_000 }));
  const bearingLifeMs = options.bearingDays * DAY_MS;
  const bearingAge = partAge(`${code} bearing`, bearingLifeMs);
  const bearing: Signal = (epochMs) => wearAt(bearingAge(epochMs), bearingLifeMs);
  // The pump is stopped while its bearing is replaced.
  const isRunning = (epochMs: number) => bearingAge(epochMs) > 3 * HOUR_MS;
  const speed: Signal = (epochMs) =>
    isRunning(epochMs) ? clamp(0.52 + 0.44 * load(epochMs) + 0.02 * variation(epochMs), 0.5, 1) : 0;
  const flow: Signal = (epochMs) => ratedFlow * speed(epochMs) * (1 - 0.05 * variation(epochMs));
  const power: Signal = (epochMs) => ratedKw * (0.06 + 0.94 * speed(epochMs) ** 3);
  const failing: Signal = (epochMs) => clamp((epochMs - (options.untilMs ?? Infinity)) / (2 * HOUR_MS) + 1, 0, 1);
  const warmth = lag((epochMs) => {
    const friction = isRunning(epochMs) ? 18 + 16 * speed(epochMs) + 22 * bearing(epochMs) : 0;
    return ambient(epochMs) + friction + 70 * failing(epochMs);
  }, 35 * MINUTE_MS);
  const vibration: Signal = (epochMs) =>
    isRunning(epochMs)
      ? 0.9 + 0.9 * speed(epochMs) + 6.2 * bearing(epochMs) + 0.18 * noise(epochMs) + 5.5 * hammer(epochMs)
      : 0.04 + 0.01 * noise(epochMs);

  const tags = [
    {
      ...measurement('caudal', 'Caudal', 'm³/h', 0.1, (epochMs) =>
        Math.max(0, flow(epochMs) + 0.004 * ratedFlow * noise(epochMs))
      ),
    },
    measurement(
      'presion_impulsion',
      'Presión de impulsión',
      'bar',
      0.01,
      (epochMs) =>
        ratedHead * speed(epochMs) ** 2 * (1 + 0.03 * variation(epochMs)) +
        2.2 * hammer(epochMs) +
        0.01 * noise(epochMs)
    ),
    {
      ...measurement('frecuencia', 'Frecuencia del variador', 'Hz', 0.1, (epochMs) => mains.hertz * speed(epochMs)),
      cadence: every15Minutes,
    },
    {
      ...measurement(
        'corriente',
        'Corriente del motor',
        'A',
        0.1,
        (epochMs) => (power(epochMs) * 1000) / (3 * mains.phaseVolts * 0.84)
      ),
      cadence: every15Minutes,
    },
    {
      ...measurement(
        'temp_rodamiento',
        'Temperatura del rodamiento',
        '°C',
        0.1,
        (epochMs) => warmth(epochMs) + 0.1 * noise(epochMs)
      ),
      cadence: every15Minutes,
    },
    {
      ...measurement('vibracion', 'Vibración del rodamiento', 'mm/s', 0.01, vibration),
      cadence: options.vibration?.cadence ?? every30Minutes,
      ...(options.vibration && { fromMs: options.vibration.sinceMs }),
    },
    {
      ...counter('volumen_total', 'Volumen bombeado', 'm³', 1, totalizer(flow, countersMs, ratedFlow * 2600)),
      cadence: every30Minutes,
    },
  ];
  return {
    site: conditions.site,
    area: options.area,
    code,
    name: options.name,
    kind: 'bomba',
    active: true,
    tags: options.untilMs === undefined ? tags : tags.map((tag) => ({ ...tag, untilMs: options.untilMs })),
  };
}
