import { quantile } from '../quantiles';

/** The values of a run or of what several have in common, one for each elapsed step; NaN where it is not known. */
export type Curve = Float64Array;

/** What the reference runs had in each elapsed step. */
export interface Envelope {
  readonly min: Curve;
  readonly p10: Curve;
  readonly median: Curve;
  readonly p90: Curve;
  readonly max: Curve;
}

/** The quantiles, see `quantile`, of the values that curves have in each step; NaN where none has one. */
export function envelopeOf(curves: readonly Curve[], steps: number): Envelope {
  const curve = () => new Float64Array(steps).fill(NaN);
  const envelope = { min: curve(), p10: curve(), median: curve(), p90: curve(), max: curve() };
  for (let step = 0; step < steps; step++) {
    const sorted = Float64Array.from(
      curves.map((values) => values[step]!).filter((value) => !Number.isNaN(value))
    ).sort();
    if (sorted.length > 0) {
      envelope.min[step] = sorted[0]!;
      envelope.p10[step] = quantile(sorted, 0.1);
      envelope.median[step] = quantile(sorted, 0.5);
      envelope.p90[step] = quantile(sorted, 0.9);
      envelope.max[step] = sorted.at(-1)!;
    }
  }
  return envelope;
}

/** How far a curve is from another one in the steps that both have. */
export interface Deviation {
  /** The root of the mean of the squares. */
  readonly rms: number;
  /** The one of the largest amount, with its sign, and the step in which it is first. */
  readonly largest: number;
  readonly largestStep: number;
}

/** @returns undefined if no step has both */
export function deviationFrom(median: Curve, curve: Curve): Deviation | undefined {
  let squares = 0;
  let steps = 0;
  let largest = 0;
  let largestStep = -1;
  curve.forEach((value, step) => {
    const difference = value - median[step]!;
    if (!Number.isNaN(difference)) {
      squares += difference * difference;
      steps++;
      if (largestStep < 0 || Math.abs(difference) > Math.abs(largest)) {
        largest = difference;
        largestStep = step;
      }
    }
  });
  return steps === 0 ? undefined : { rms: Math.sqrt(squares / steps), largest, largestStep };
}

/** How far a value is above what the reference runs had in its step, or below (negative); 0 if it is between. */
function outside({ min, max }: Envelope, value: number, step: number): number {
  const [low, high] = [min[step]!, max[step]!];
  return value > high ? value - high : value < low ? value - low : Number.isNaN(value + low + high) ? NaN : 0;
}

/** How far a curve leaves an envelope. */
export interface Excursion {
  /** In its last step that has a value; NaN if no reference run has one there. */
  readonly now: number;
  readonly nowStep: number;
  /** The largest so far. */
  readonly largest: number;
  readonly largestStep: number;
}

/** @returns undefined if there is no step in which both have values */
export function excursionFrom(envelope: Envelope, curve: Curve): Excursion | undefined {
  let nowStep = -1;
  let largest = NaN;
  let largestStep = -1;
  curve.forEach((value, step) => {
    nowStep = Number.isNaN(value) ? nowStep : step;
    const amount = outside(envelope, value, step);
    if (!Number.isNaN(amount) && !(Math.abs(amount) <= Math.abs(largest))) {
      largest = amount;
      largestStep = step;
    }
  });
  return largestStep < 0
    ? undefined
    : { now: outside(envelope, curve[nowStep]!, nowStep), nowStep, largest, largestStep };
}
