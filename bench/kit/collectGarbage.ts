import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, so that a measurement does not include the garbage of the previous one. */
export function collectGarbage() {
  collect();
}

/** Bytes retained after a collection: objects on the heap, and typed arrays, which are stored outside the heap. */
export function retainedBytes(): number {
  // Finalizers of the first collection release what the second one frees.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
