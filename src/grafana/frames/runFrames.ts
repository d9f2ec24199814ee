import type { DataFrame } from '@grafana/data';

/**
 * What a frame is to whoever takes it. Only its run knows that for certain.
 * - `series`: points in time, with numbers that Grafana's server can calculate with. In a panel of states, what stands in their place.
 * - `table`: whatever else stands for itself, such as lists, and states in words
 * - `mark`: what a panel draws over or behind series: bands, events and steps that have not ended
 * - `part`: a part of a line or band, as wide as its value lasts. All its values but those from before the range are also points of the
 *   series: any visualization but a chart of lines would show them twice.
 */
export type FrameRole = 'series' | 'table' | 'mark' | 'part';

export interface RunFrame {
  readonly role: FrameRole;
  readonly frame: DataFrame;
}

/** What is shown of queries that are run together, in the order in which a panel has it. */
export type RunFrames = readonly RunFrame[];

export function inRole(role: FrameRole, frames: readonly DataFrame[]): RunFrame[] {
  return frames.map((frame) => ({ role, frame }));
}

/** @param roles of the frames that are wanted; undefined: all */
export function plainFrames(frames: RunFrames, roles?: readonly FrameRole[]): DataFrame[] {
  return frames.flatMap(({ role, frame }) => (roles?.includes(role) === false ? [] : [frame]));
}

/** The frames with a change of the first one. */
export function changeFirst([first, ...others]: RunFrames, change: (frame: DataFrame) => DataFrame): RunFrames {
  return first === undefined ? [] : [{ ...first, frame: change(first.frame) }, ...others];
}
