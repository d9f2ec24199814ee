import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Frees everything that nobody holds, so that one measurement does not pay for what the one before it left. */
export function collectGarbage() {
  collect();
}

/** What is held after a collection, in bytes: objects, and the memory of typed arrays, which lies outside the heap. */
export function heldBytes(): number {
  // Finalizers of the first collection let go of what the second one frees.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
