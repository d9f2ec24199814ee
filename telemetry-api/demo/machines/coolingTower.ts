import { every15Minutes, every30Minutes } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { wander, white } from '../signals/noise.ts';
import { drift, ramp } from '../signals/response.ts';
import { clamp, type Signal } from '../signals/signal.ts';

/**
 * Cooling tower. Its blowdown valve sticks: salt builds up for six days until it is cleaned. The plant is seeded during the fifth
 * day, so that there is an open alert.
 */
export function coolingTower(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, ambient, anchorMs } = conditions;
  const noise = white(code);
  const humidity = wander(`${code} humidity`, 0.8 * DAY_MS);
  const basin = lag(
    (epochMs) => 14 + 0.42 * ambient(epochMs) + 5.5 * load(epochMs) + 1.2 * humidity(epochMs),
    40 * MINUTE_MS
  );
  const salt = ramp(6 * DAY_MS, anchorMs - 4 * DAY_MS);
  const fan: Signal = (epochMs) => clamp((basin(epochMs) - 17) * 8, 20, 100);
  const electrode = drift(`${code} pH`);

  return {
    site: conditions.site,
    area,
    code,
    name,
    kind: 'torre_refrigeracion',
    active: true,
    tags: [
      measurement('temp_balsa', 'Temperatura de balsa', '°C', 0.1, (epochMs) => basin(epochMs) + 0.1 * noise(epochMs)),
      measurement(
        'conductividad',
        'Conductividad',
        'µS/cm',
        5,
        (epochMs) => 1150 + 1250 * Math.sqrt(salt(epochMs)) + 18 * noise(epochMs)
      ),
      {
        ...measurement(
          'ph',
          'pH de la balsa',
          'pH',
          0.01,
          (epochMs) => 8.1 + 0.25 * electrode(epochMs) + 0.02 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
      { ...measurement('vel_ventilador', 'Velocidad del ventilador', '%', 1, fan), cadence: every15Minutes },
    ],
  };
}
