import { cursorWalk } from './cursorWalk.ts';
import type { MeasureFigure } from './figure.ts';
import { importMemory } from './importMemory.ts';
import { importRate } from './importRate.ts';
import { latestValues } from './latestValues.ts';
import { pageRate } from './pageRate.ts';
import { pageTime } from './pageTime.ts';
import { slowReaders } from './slowReaders.ts';

/** In this order: what is behind the import of the big file is measured on a long history. */
export const FIGURES: Readonly<Record<string, MeasureFigure>> = {
  'import-rate': importRate,
  'import-memory': importMemory,
  'page-rate': pageRate,
  'page-time': pageTime,
  'cursor-walk': cursorWalk,
  'latest-values': latestValues,
  'slow-readers': slowReaders,
};
