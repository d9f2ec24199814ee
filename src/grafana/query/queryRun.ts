import type { DataFrame, DataQueryError, QueryResultMetaNotice, QueryResultMetaStat } from '@grafana/data';
import { isAbort } from '../../core/api/telemetryError';
import { createQueryError } from '../errorMessage';
import { type FrameRole, inRole, type RunFrames } from '../frames/runFrames';

/** Queries of a panel while they are executed. */
export interface QueryRun {
  readonly errors: readonly DataQueryError[];
  /** True if it colors its series by their positions in the panel: they come first. */
  readonly colorsByPosition?: boolean;
  /** What is received so far. */
  render(): RunFrames;
  /** Undefined when everything is received. */
  readonly loadingNotice?: QueryResultMetaNotice | undefined;
  /** For the query inspector. */
  readonly stats?: readonly QueryResultMetaStat[];
  /**
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  run(signal: AbortSignal, onChange: () => void): Promise<void>;
}

/** A run whose frames do not depend on the other queries of the panel. */
export class IndependentRun implements QueryRun {
  frames: readonly DataFrame[] = [];
  errors: readonly DataQueryError[] = [];

  /**
   * @param role of all its frames
   * @param load called once; may call `show` with frames that are not final
   */
  constructor(
    private readonly refId: string,
    private readonly role: FrameRole,
    private readonly load: (
      signal: AbortSignal,
      show: (frames: readonly DataFrame[]) => void
    ) => Promise<readonly DataFrame[]>
  ) {}

  render(): RunFrames {
    return inRole(this.role, this.frames);
  }

  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    const show = (frames: readonly DataFrame[]) => {
      this.frames = frames;
      onChange();
    };
    try {
      show(await this.load(signal, show));
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.errors = [createQueryError(this.refId, error)];
      onChange();
    }
  }
}
