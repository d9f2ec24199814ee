import { cursorWalk } from './cursorWalk.ts';
import type { MeasureFigure } from './figure.ts';
import { importMemory } from './importMemory.ts';
import { importRate } from './importRate.ts';
import { latestValues } from './latestValues.ts';
import { otherClients } from './otherClients.ts';
import { pageRate } from './pageRate.ts';
import { pageTime } from './pageTime.ts';
import { slowReaders } from './slowReaders.ts';

/** The order matters: the figures after `import-memory` need the history that it imports. */
export const FIGURES: Readonly<Record<string, MeasureFigure>> = {
  'import-rate': importRate,
  'import-memory': importMemory,
  'page-rate': pageRate,
  'page-time': pageTime,
  'cursor-walk': cursorWalk,
  'latest-values': latestValues,
  'slow-readers': slowReaders,
  'other-clients': otherClients,
};
