import type { ChildProcesses } from '../processes/childProcesses.ts';
import type { Tally } from './tally.ts';

export interface Step {
  /** The value for `--only`. */
  readonly name: string;
  /** What it checks, for display. */
  readonly about: string;
  /** Prints its findings while it runs. Throws only if it could not run at all. */
  run(tools: StepTools): Promise<Tally>;
}

export interface StepTools {
  readonly children: ChildProcesses;
  /** Deleted after the last step. */
  readonly tempDir: string;
  log(line: string): void;
}
