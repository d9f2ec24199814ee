import { nominalMs, readableStepsFrom } from '../time/step';
import { type EpochMs, SECOND_MS, type TimeWindow, windowMs } from '../time/window';
import type { Run } from './run';

/** Where runs are laid over each other: at their starts, at their ends, or at both, as shares of their length. */
export const ALIGNMENTS = ['start', 'end', 'stretch'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/**
 * The steps into which each run is cut, so that the same step of all runs can be compared.
 *
 *     start      |──|──|──|─|             end      |─|──|──|──|          stretch    |──|──|──|
 *                |──|──|──|──|──|              |──|──|──|──|──|                     |─|─|─|
 */
export interface ElapsedSteps {
  readonly align: Alignment;
  /** How long a step is; of `stretch`, the share of a run that it is, in percent. */
  readonly length: number;
  /** How many steps the longest run has. */
  readonly count: number;
}

/** More cannot be told apart, and each costs a number for each run. */
const MAX_STEPS = 200;

/** @param points how many the panel can show side by side */
export function elapsedSteps(runs: readonly Run[], align: Alignment, points: number): ElapsedSteps {
  const most = Math.max(1, Math.min(points, MAX_STEPS));
  if (align === 'stretch') {
    const count = runs.length === 0 ? 0 : Math.min(most, 100);
    return { align, length: 100 / Math.max(1, count), count };
  }
  const longestMs = runs.reduce((longest, run) => Math.max(longest, windowMs(run)), 0);
  const length = nominalMs(readableStepsFrom(Math.max(SECOND_MS, longestMs / most))[0]);
  return { align, length, count: Math.ceil(longestMs / length) };
}

/** Where a step begins: time since the start, or until the end (negative), in milliseconds, or the share of the run in percent. */
export function elapsedAt({ align, length, count }: ElapsedSteps, step: number): number {
  return (align === 'end' ? step - count : step) * length;
}

/** True if it is known where a run is to be laid: the end that it is aligned at. */
export function canAlign({ start, end }: Run, align: Alignment): boolean {
  return (align === 'end' || start === 'known') && (align === 'start' || end === 'known');
}

/** A step of a run: its place among the elapsed steps, and when it was. */
export interface RunStep extends TimeWindow {
  readonly step: number;
}

/** The steps of a run in whole milliseconds, ascending; the first or the last may be shorter than the others. */
export function stepsOfRun(run: TimeWindow, { align, length, count }: ElapsedSteps): RunStep[] {
  const { fromEpochMs, toEpochMs } = run;
  const lengthMs = align === 'stretch' ? (windowMs(run) * length) / 100 : length;
  const edge = (step: number): EpochMs =>
    Math.round(align === 'end' ? toEpochMs - (count - step) * lengthMs : fromEpochMs + step * lengthMs);
  return Array.from({ length: count }, (_, step) => ({
    step,
    fromEpochMs: Math.max(fromEpochMs, edge(step)),
    toEpochMs: step === count - 1 ? toEpochMs : Math.min(toEpochMs, edge(step + 1)),
  })).filter((one) => one.fromEpochMs < one.toEpochMs);
}

/** True for a step that is over, or that the run itself ends: of a run that may go on, the last one is not. */
export function isStepOver({ fromEpochMs, end }: Run, { step, toEpochMs }: RunStep, { length }: ElapsedSteps): boolean {
  // Only runs whose ends are known are aligned anywhere but at their starts.
  return end === 'known' || toEpochMs - fromEpochMs >= (step + 1) * length;
}
