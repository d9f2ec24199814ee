/** In the place of `core/history/rowLoops`: by Go, see pkg/rowloops. */
export const { areOrderedWithin, areAllPositive, areMultiples, writeSteps } = host.rowLoops;
