import { every15Minutes, every30Minutes } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { partAge, wearAt } from '../signals/response.ts';
import type { Signal } from '../signals/signal.ts';

/** Belt-driven exhaust fan: grease on its blades increases the vibration until it is cleaned. */
export function exhaustFan(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, site, mains } = conditions;
  const noise = white(code);
  const belt = wander(`${code} belt`, 0.4 * DAY_MS);
  const cleanedEveryMs = 9 * DAY_MS;
  const sinceCleaning = partAge(`${code} blades`, cleanedEveryMs);
  const speed: Signal = (epochMs) => 0.55 + 0.4 * load(epochMs);
  return {
    site,
    area,
    code,
    name,
    kind: 'ventilador',
    active: true,
    tags: [
      measurement(
        'vibracion',
        'Vibración',
        'mm/s',
        0.01,
        (epochMs) =>
          1.1 + 1.2 * speed(epochMs) + 5.2 * wearAt(sinceCleaning(epochMs), cleanedEveryMs) + 0.2 * noise(epochMs)
      ),
      {
        ...measurement(
          'velocidad',
          'Velocidad de giro',
          'rpm',
          1,
          (epochMs) => 1760 * speed(epochMs) * (1 + 0.004 * belt(epochMs))
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement(
          'corriente',
          'Corriente del motor',
          'A',
          0.1,
          (epochMs) => (11_000 * (0.1 + 0.9 * speed(epochMs) ** 3)) / (3 * mains.phaseVolts * 0.82)
        ),
        cadence: every30Minutes,
      },
      {
        ...measurement(
          'presion_conducto',
          'Depresión en el conducto',
          'Pa',
          1,
          (epochMs) => 310 * speed(epochMs) ** 2 + 3 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
