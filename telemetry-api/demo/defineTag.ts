import { every5Minutes } from './cadences.ts';
import type { DemoTag } from './plantModel.ts';
import type { Signal } from './signals/signal.ts';

type Definition = [key: string, name: string, unit: string, resolution: number, signal: Signal];

/** An analogue value, every 5 minutes by default. */
export function measurement(...[key, name, unit, resolution, signal]: Definition): DemoTag {
  return { key, name, unit, kind: 'medida', resolution, signal, cadence: every5Minutes };
}

/** A count that only grows (or resets at known times). */
export function counter(...[key, name, unit, resolution, signal]: Definition): DemoTag {
  return { key, name, unit, kind: 'contador', resolution, signal, cadence: every5Minutes };
}

export function setpoint(...[key, name, unit, resolution, signal]: Definition): DemoTag {
  return { key, name, unit, kind: 'consigna', resolution, signal, cadence: every5Minutes };
}

/** Values 0, 1, 2 …; the name explains them. */
export function state(key: string, name: string, signal: Signal): DemoTag {
  return { key, name, unit: '', kind: 'estado', resolution: 1, signal, cadence: every5Minutes };
}
