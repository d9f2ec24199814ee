import { normal, keyOf } from './hash.ts';
import type { Signal } from './signal.ts';

const { floor } = Math;

/** Sensor noise: independent at each instant, standard deviation 1. */
export function white(name: string): Signal {
  const key = keyOf(`white ${name}`);
  return (epochMs) => normal(key, epochMs);
}

/** A smooth random variation with standard deviation of about 0.8: one random point per period, smoothly interpolated. */
export function wander(name: string, periodMs: number): Signal {
  const key = keyOf(`wander ${name}`);
  return (epochMs) => {
    const position = epochMs / periodMs;
    const point = floor(position);
    const between = position - point;
    const smooth = between * between * (3 - 2 * between);
    return normal(key, point) * (1 - smooth) + normal(key, point + 1) * smooth;
  };
}
