const { round } = Math;

/** The value of a sensor at an instant, before rounding: a pure function of time. */
export type Signal = (epochMs: number) => number;

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Rounds a value to a multiple of the sensor's resolution: 7.4321 at a resolution of 0.05 is 7.45. */
export function quantise(value: number, resolution: number): number {
  if (resolution >= 1) {
    return round(value / resolution) * resolution;
  }
  const perUnit = round(1 / resolution);
  // Adding 0 turns -0 into 0.
  return round(value * perUnit) / perUnit + 0;
}
