const { round } = Math;

/** The value of a sensor at an instant, before rounding: a pure function of time. */
export type Signal = (epochMs: number) => number;

/** Declares a signal; called once per device. */
export type SignalFunction = (scope: SignalScope) => Signal;

/** The name of a signal of the machine or its site, a signal without a name, or a constant. */
export type Input = string | SignalFunction | number;

export interface SignalScope {
  /** Device and signal: the seed of its random numbers. */
  readonly name: string;
  readonly zone: string;
  /** 00:00 UTC of the day the plant was seeded. */
  readonly anchorMs: number;
  /** Start of the counters. */
  readonly countersMs: number;
  /** @throws if there is no signal of that name */
  of(input: Input): Signal;
}

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
