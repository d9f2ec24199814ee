import type { EpochMs } from '../time/window';

/** The latest reading of a tag, as far as the server knows it. */
export interface LatestValue {
  readonly device: string;
  readonly tag: string;
  /** The tag's name; its key where the server does not send it. */
  readonly name: string;
  readonly unit: string;
  /** Undefined for a tag without readings. */
  readonly value: number | undefined;
  readonly timeEpochMs: EpochMs | undefined;
  /** Why the server's value or time cannot be read, in English; both are then undefined. */
  readonly problem?: string;
}
