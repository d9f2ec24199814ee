/**
 * Chance that can be asked again: every random thing of the demo plant is a hash of who asks and when, never a generator
 * with a state. So a reading does not depend on what was computed before it, and seeding and --live meet without a seam.
 */

// Taken out of Math once: asked for a hundred million times, a look-up of a global counts, in test sandboxes above all.
const { floor, imul } = Math;

/** A 32-bit number for a name (FNV-1a). */
export function keyOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** 32 well mixed bits of a key and a whole number up to 2^53 (murmur's finaliser, twice). */
function hash32(key: number, count: number): number {
  let hash = key ^ imul(count >>> 0, 0x9e3779b1) ^ imul(floor(count / 0x1_0000_0000), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Even chance in [0, 1). */
export function chance(key: number, count: number): number {
  return hash32(key, count) / 0x1_0000_0000;
}

/** Bell-shaped chance with mean 0 and deviation 1, never beyond ±3 (three even parts of one hash, added). */
export function bell(key: number, count: number): number {
  const bits = hash32(key, count);
  return (((bits & 1023) + ((bits >>> 10) & 1023) + ((bits >>> 20) & 1023)) / 1023 - 1.5) * 2;
}
