import type { RowLoops } from '../host';

/** In the place of `core/history/rowLoops`: by Go, see pkg/rowloops. */

export const areOrderedWithin: RowLoops['areOrderedWithin'] = (...args) => host.rowLoops.areOrderedWithin(...args);

export const areAllPositive: RowLoops['areAllPositive'] = (column) => host.rowLoops.areAllPositive(column);

export const areMultiples: RowLoops['areMultiples'] = (...args) => host.rowLoops.areMultiples(...args);

export const writeSteps: RowLoops['writeSteps'] = (...args) => host.rowLoops.writeSteps(...args);
