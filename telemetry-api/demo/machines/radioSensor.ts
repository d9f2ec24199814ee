import { every15Minutes, every30Minutes } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { clamp } from '../signals/signal.ts';
import { timetable } from '../signals/timetable.ts';

/** Battery-powered radio room sensor: loses its link, and the readings in that time, once every three hours. */
export function radioSensor(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { ambient, load, anchorMs, site } = conditions;
  const noise = white(code);
  const room = lag((epochMs) => 17 + 0.35 * ambient(epochMs) + 5 * load(epochMs), 50 * MINUTE_MS);
  const air = wander(`${code} humidity`, 0.7 * DAY_MS);
  return {
    site,
    area,
    code,
    name,
    kind: 'sensor_ambiental',
    active: true,
    gaps: timetable(`${code} radio`, {
      everyMs: 3 * HOUR_MS,
      shortestMs: 18 * MINUTE_MS,
      longestMs: 55 * MINUTE_MS,
    }),
    tags: [
      measurement('temperatura', 'Temperatura ambiente', '°C', 0.1, (epochMs) => room(epochMs) + 0.1 * noise(epochMs)),
      {
        ...measurement('humedad', 'Humedad relativa', '%', 0.5, (epochMs) =>
          clamp(48 + 9 * air(epochMs) - 0.6 * (room(epochMs) - 27), 12, 95)
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement(
          'bateria',
          'Tensión de batería',
          'V',
          0.01,
          (epochMs) => 3.62 - 0.0016 * ((epochMs - anchorMs) / DAY_MS + 45) + 0.003 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
