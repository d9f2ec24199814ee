import { every30Minutes, inBursts } from '../cadences.ts';
import { measurement, setpoint } from '../defineTag.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';

/** Pressure control valve that oscillates once every three hours; its positioner then logs every two seconds. */
export function controlValve(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, site } = conditions;
  const noise = white(code);
  const slow = wander(`${code} demand`, 30 * MINUTE_MS);
  const hunting = timetable(`${code} hunting`, {
    everyMs: 3 * HOUR_MS,
    shortestMs: 3 * MINUTE_MS,
    longestMs: 7 * MINUTE_MS,
  });
  const target: Signal = (epochMs) => clamp(22 + 58 * load(epochMs) + 4 * slow(epochMs), 5, 95);
  const position: Signal = (epochMs) => {
    const swing = hunting.at(epochMs) ? 17 * Math.sin((2 * Math.PI * epochMs) / 23_000) : 0;
    return clamp(target(epochMs) + swing + 0.15 * noise(epochMs), 0, 100);
  };
  return {
    site,
    area,
    code,
    name,
    kind: 'valvula_control',
    active: true,
    tags: [
      { ...measurement('posicion', 'Posición', '%', 0.1, position), cadence: inBursts(hunting) },
      { ...setpoint('consigna', 'Consigna de posición', '%', 0.1, target), cadence: every30Minutes },
      {
        ...measurement(
          'presion_salida',
          'Presión a la salida',
          'bar',
          0.01,
          (epochMs) =>
            3.8 +
            0.05 * slow(epochMs) +
            (hunting.at(epochMs) ? 0.35 * Math.sin((2 * Math.PI * epochMs) / 23_000 + 1) : 0) +
            0.01 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
