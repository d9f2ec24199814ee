import { runAndReport } from './runAndReport.ts';
import type { Step } from './runSteps.ts';

/**
 * An npm script of the runner: runs steps and ends with their exit code, or with 2 and its help if its options are wrong.
 * @param command the npm script, for display
 * @param help printed for `--help`
 * @param choose the steps by the options. Throws an Error that says what is wrong with them
 * @param commandOf runs a step alone
 */
export async function runnerCommand(
  command: string,
  help: string,
  choose: () => readonly Step[],
  commandOf?: (stepName: string) => string
): Promise<never> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    process.exit(await runAndReport(choose(), command, commandOf));
  } catch (error) {
    process.stderr.write(`${command}: ${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}
