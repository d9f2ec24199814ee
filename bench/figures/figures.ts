import { type MeasureFigure } from './figure.ts';
import { firstLoad } from './firstLoad.ts';
import { framesFromMemory } from './framesFromMemory.ts';
import { growth } from './growth.ts';

/** Everything that is measured, by the name to choose it with. */
export const FIGURES: Readonly<Record<string, MeasureFigure>> = {
  'first-load': firstLoad,
  'frames-from-memory': framesFromMemory,
  growth,
};
