import type { DataFrame, DataQueryError } from '@grafana/data';
import { isAbort } from '../../core/api/telemetryError';
import { createQueryError } from '../errorMessage';

/** A query of a panel while it is executed. */
export interface QueryRun {
  readonly refId: string;
  readonly errors: readonly DataQueryError[];
  /** What is received so far; absent if the queries of the panel are rendered together. */
  readonly frames?: readonly DataFrame[];
  /**
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  run(signal: AbortSignal, onChange: () => void): Promise<void>;
}

/** A run whose frames do not depend on the other queries of the panel. */
export class FramesRun implements QueryRun {
  frames: readonly DataFrame[] = [];
  errors: readonly DataQueryError[] = [];

  /** @param load called once; may call `show` with frames that are not final */
  constructor(
    readonly refId: string,
    private readonly load: (
      signal: AbortSignal,
      show: (frames: readonly DataFrame[]) => void
    ) => Promise<readonly DataFrame[]>
  ) {}

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
