import type { MeasureFigure } from './figure.ts';
import { firstLoad } from './firstLoad.ts';
import { framesFromMemory } from './framesFromMemory.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { overview } from './overview.ts';
import { pan } from './pan.ts';
import { refresh } from './refresh.ts';
import { sharedPanels } from './sharedPanels.ts';

/** All measurements by their name for `--only`. */
export const FIGURES: Readonly<Record<string, MeasureFigure>> = {
  'first-load': firstLoad,
  refresh,
  pan,
  'shared-panels': sharedPanels,
  overview,
  'frames-from-memory': framesFromMemory,
  memory,
  growth,
};
