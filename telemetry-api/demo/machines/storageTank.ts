import { every15Minutes, every30Minutes, every5Minutes } from '../cadences.ts';
import { measurement } from '../defineTag.ts';
import { DAY_MS } from '../durations.ts';
import type { Cadence, DemoDevice, SiteConditions } from '../plantModel.ts';
import { lag } from '../signals/lag.ts';
import { white } from '../signals/noise.ts';
import type { Signal } from '../signals/signal.ts';
import { tankCycle, type TankCycleOptions } from '../signals/tankCycle.ts';

interface StorageTankOptions extends TankCycleOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly kind: string;
  /** Capacity and its unit, for example 12,000 L. */
  readonly capacity: { key: string; name: string; unit: string; full: number; resolution: number };
  readonly levelCadence?: Cadence;
  /** Storage temperature in °C; the ambient temperature affects it. */
  readonly temperature: number;
}

/** Tank or silo that is emptied by use and refilled. Content and level are the same quantity in two units. */
export function storageTank(conditions: SiteConditions, options: StorageTankOptions): DemoDevice {
  const { code, capacity } = options;
  const level = tankCycle(code, options);
  const noise = white(code);
  const warmth: Signal = lag(
    (epochMs) => options.temperature + 0.12 * (conditions.ambient(epochMs) - options.temperature),
    0.25 * DAY_MS
  );
  return {
    site: conditions.site,
    area: options.area,
    code,
    name: options.name,
    kind: options.kind,
    active: true,
    tags: [
      {
        ...measurement('nivel', 'Nivel', '%', 0.1, (epochMs) => level(epochMs) + 0.12 * noise(epochMs)),
        cadence: options.levelCadence ?? every5Minutes,
      },
      {
        ...measurement(
          capacity.key,
          capacity.name,
          capacity.unit,
          capacity.resolution,
          (epochMs) => (capacity.full * level(epochMs)) / 100
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement(
          'temperatura',
          'Temperatura del producto',
          '°C',
          0.1,
          (epochMs) => warmth(epochMs) + 0.05 * noise(epochMs)
        ),
        cadence: every30Minutes,
      },
    ],
  };
}
