import type { ChildProcesses } from '../processes/childProcesses.ts';
import type { Tally } from './tally.ts';

export interface Step {
  /** What `--only` takes. */
  readonly name: string;
  /** For people: what is looked at. */
  readonly about: string;
  /** Shows what it finds as it goes; throws only when it could not do its work at all. */
  run(tools: StepTools): Promise<Tally>;
}

export interface StepTools {
  readonly children: ChildProcesses;
  /** Removed at the end. */
  readonly tempDir: string;
  say(line: string): void;
}
