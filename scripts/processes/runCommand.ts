import { ChildProcesses } from './childProcesses.ts';
import { watchStopSignals } from './stopSignals.ts';

/**
 * Runs an npm script that starts programs: they end with it, also if it is interrupted, and an error is printed as one line.
 * @param name of the npm script, for errors
 * @param run returns the exit code
 */
export async function runCommand(name: string, run: (children: ChildProcesses) => Promise<number>): Promise<void> {
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  void stop.requested.then(() => children.close());
  try {
    process.exitCode = await run(children);
  } catch (error) {
    process.stderr.write(`\nnpm run ${name}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await children.close();
  }
}
