import type { DataFrame } from '@grafana/data';

/** What is shown of queries that are run together. */
export interface RunFrames {
  readonly frames: readonly DataFrame[];
  /** What goes around the frames, which then come before those of all other runs, while these come after them. */
  readonly marks?: readonly DataFrame[];
}
