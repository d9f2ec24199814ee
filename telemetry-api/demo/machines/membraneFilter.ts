import { every15Minutes, every30Minutes, everyMinute } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { pulse, ramp } from '../signals/response.ts';
import { timetable } from '../signals/timetable.ts';

/** Membrane filter for water: clogs for five days until it is washed; air bubbles disturb its turbidity meter. */
export function membraneFilter(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, anchorMs, site } = conditions;
  const noise = white(code);
  const dirt = ramp(5 * DAY_MS, anchorMs - 4.3 * DAY_MS);
  const water = wander(`${code} water`, 9 * HOUR_MS);
  const bubble = pulse(timetable(`${code} bubble`, { everyMs: 3 * HOUR_MS, shortestMs: 61_000, longestMs: 119_000 }));
  return {
    site,
    area,
    code,
    name,
    kind: 'filtro_membrana',
    active: true,
    tags: [
      measurement(
        'presion_diferencial',
        'Presión diferencial',
        'bar',
        0.01,
        (epochMs) => 0.34 + 0.18 * load(epochMs) + 1.25 * dirt(epochMs) ** 1.6 + 0.01 * noise(epochMs)
      ),
      {
        ...measurement('turbidez', 'Turbidez a la salida', 'NTU', 0.01, (epochMs) =>
          Math.max(
            0.05,
            0.21 + 0.06 * water(epochMs) + 0.1 * dirt(epochMs) + 3.4 * bubble(epochMs) + 0.015 * noise(epochMs)
          )
        ),
        cadence: everyMinute,
      },
      {
        ...measurement(
          'caudal_permeado',
          'Caudal de permeado',
          'm³/h',
          0.1,
          (epochMs) => 74 * (0.3 + 0.7 * load(epochMs)) * (1 - 0.22 * dirt(epochMs)) + 0.3 * noise(epochMs)
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement(
          'conductividad',
          'Conductividad del permeado',
          'µS/cm',
          1,
          (epochMs) => 212 + 24 * water(epochMs) + 20 * dirt(epochMs) + 1.5 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
      {
        ...measurement(
          'temp_agua',
          'Temperatura del agua',
          '°C',
          0.1,
          (epochMs) => 13.5 + 0.15 * (conditions.ambient(epochMs) - 14)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
