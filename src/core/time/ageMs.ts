import type { EpochMs } from './window';

/** How long ago an instant is; undefined for none. A clock that is ahead makes nothing younger than new, which is 0. */
export function ageMs(timeEpochMs: EpochMs | undefined, nowEpochMs: EpochMs): number | undefined {
  return timeEpochMs === undefined ? undefined : Math.max(0, nowEpochMs - timeEpochMs);
}
