import { every15Minutes, every30Minutes } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { drift } from '../signals/response.ts';
import { clamp } from '../signals/signal.ts';

/**
 * Chlorine and pH dosing. Its chlorine probe failed four days before the plant was seeded, with an open alert; its replacement
 * is in the inventory but was never connected.
 */
export function dosingUnit(
  conditions: SiteConditions,
  { code, name, area }: { code: string; name: string; area: string }
): DemoDevice {
  const { load, anchorMs, site } = conditions;
  const noise = white(code);
  const demand = wander(`${code} demand`, 3 * HOUR_MS);
  const acid = wander(`${code} acid`, 40 * MINUTE_MS);
  const electrode = drift(`${code} pH`);
  const diedMs = anchorMs - 4 * DAY_MS + 9.4 * HOUR_MS;
  const faded = (epochMs: number) => clamp((epochMs - diedMs + 7 * HOUR_MS) / (6.5 * HOUR_MS), 0, 1);
  return {
    site,
    area,
    code,
    name,
    kind: 'dosificador',
    active: true,
    tags: [
      measurement(
        'ph',
        'pH a la salida',
        'pH',
        0.01,
        (epochMs) => 7.35 + 0.12 * acid(epochMs) + 0.08 * electrode(epochMs) + 0.01 * noise(epochMs)
      ),
      {
        ...measurement(
          'redox',
          'Potencial redox',
          'mV',
          1,
          (epochMs) => 684 + 22 * demand(epochMs) - 14 * load(epochMs) + 2 * noise(epochMs)
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement('cloro_libre', 'Cloro libre', 'mg/L', 0.01, (epochMs) =>
          Math.max(
            0.02,
            (0.72 + 0.07 * demand(epochMs) - 0.08 * load(epochMs)) * (1 - 0.93 * faded(epochMs)) +
              0.008 * noise(epochMs)
          )
        ),
        untilMs: diedMs,
      },
      {
        ...measurement(
          'caudal_dosis',
          'Caudal de dosificación',
          'L/h',
          0.01,
          (epochMs) => 1.1 + 2.7 * load(epochMs) + 0.1 * demand(epochMs)
        ),
        cadence: every30Minutes,
      },
      // Not connected yet: no readings.
      { ...measurement('cloro_libre_2', 'Cloro libre (sonda de reserva)', 'mg/L', 0.01, () => 0), untilMs: -Infinity },
    ],
  };
}
