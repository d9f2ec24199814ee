/**
 * Reproducible randomness: every random number of the demo plant is a hash of a name and a time, not a generator with state.
 * A reading therefore does not depend on earlier computations, and --live continues seamlessly after seeding.
 */
import type { Signal } from './signal.ts';

// Local copies: with a hundred million calls, looking up the global `Math` is measurable, most of all in the sandbox of a test.
const { floor, imul } = Math;

/** A 32-bit number for a name (FNV-1a). */
export function keyOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** 32-bit hash of a key and an integer up to 2^53 (MurmurHash's finaliser, twice). */
function hash32(key: number, count: number): number {
  let hash = key ^ imul(count >>> 0, 0x9e3779b1) ^ imul(floor(count / 0x1_0000_0000), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Uniform random number in [0, 1). */
export function uniform(key: number, count: number): number {
  return hash32(key, count) / 0x1_0000_0000;
}

/** Approximately normal random number with mean 0 and standard deviation 1, within ±3 (the sum of three uniform parts of a hash). */
export function normal(key: number, count: number): number {
  const bits = hash32(key, count);
  return (((bits & 1023) + ((bits >>> 10) & 1023) + ((bits >>> 20) & 1023)) / 1023 - 1.5) * 2;
}

/** Sensor noise: independent at each instant, standard deviation 1. @param originMs the numbers depend on the time since then */
export function whiteNoise(name: string, originMs = 0): Signal {
  const key = keyOf(`white ${name}`);
  return (epochMs) => normal(key, epochMs - originMs);
}

/**
 * A smooth random variation with standard deviation of about 0.8: one random point per period, smoothly interpolated.
 * @param originMs the numbers depend on the time since then
 */
export function smoothNoise(name: string, periodMs: number, originMs = 0): Signal {
  const key = keyOf(`wander ${name}`);
  return (epochMs) => {
    const position = (epochMs - originMs) / periodMs;
    const point = floor(position);
    const between = position - point;
    const smooth = between * between * (3 - 2 * between);
    return normal(key, point) * (1 - smooth) + normal(key, point + 1) * smooth;
  };
}
