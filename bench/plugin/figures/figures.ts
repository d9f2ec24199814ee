import type { MeasureFigure } from './figure.ts';
import { backend } from './backend.ts';
import { earlierValues } from './earlierValues.ts';
import { firstLoad } from './firstLoad.ts';
import { framesFromMemory } from './framesFromMemory.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { overview } from './overview.ts';
import { pan } from './pan.ts';
import { periods } from './periods.ts';
import { refresh } from './refresh.ts';
import { runs } from './runs.ts';
import { sharedPanels } from './sharedPanels.ts';

/** All measurements by their name for `--only`. `backend` needs Go, and is measured by `npm run bench:backend` only. */
export const FIGURES: Readonly<Record<string, MeasureFigure>> = {
  'first-load': firstLoad,
  refresh,
  pan,
  'shared-panels': sharedPanels,
  overview,
  'earlier-values': earlierValues,
  'frames-from-memory': framesFromMemory,
  periods,
  runs,
  memory,
  growth,
  backend,
};
