import { BUCKET_MS, type Level } from '../../time/step';
import type { EpochMs, TimeWindow } from '../../time/window';

/*
 * What was before an instant is looked up in four ways, because four things are wanted of it:
 *
 *     readingBefore        the last reading, exactly, however old: what was the latest value then
 *     fetchStateBefore     the last readings of a counter that are no momentary fall
 *     withHeldValues       the last value, if it still holds and one request shows it: where a line begins
 *     planSignal, before   the bucket from which a signal goes on, which a question refines where it has to
 */

/** How far to look back at a level. */
export interface LookBack {
  readonly level: Level;
  readonly lookBackMs: number;
}

/** A part of the time before an instant, and the level at which to look at it. */
export interface LookBackWindow extends TimeWindow {
  readonly level: Level;
}

const LEVEL_MS: Readonly<Record<Level, number>> = { raw: 1, ...BUCKET_MS };

/**
 * Where to look for what was before an instant, the latest first, without gap or overlap.
 * @param lookBacks from fine to coarse, each longer than a bucket of the next
 */
export function lookBackWindows(lookBacks: readonly LookBack[], beforeEpochMs: EpochMs): LookBackWindow[] {
  let toEpochMs = beforeEpochMs;
  return lookBacks.map(({ level, lookBackMs }, index) => {
    // Where a bucket of the next one begins, so that none holds readings of both. A day of a zone may: its readings are then looked at.
    const edgeMs = LEVEL_MS[lookBacks[index + 1]?.level ?? level];
    const window = { level, fromEpochMs: Math.floor((beforeEpochMs - lookBackMs) / edgeMs) * edgeMs, toEpochMs };
    toEpochMs = window.fromEpochMs;
    return window;
  });
}
