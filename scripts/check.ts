import { parseArgs } from 'node:util';
import { baseOf, changedFiles, changeSteps } from './checks/changeSteps.ts';
import { runAndReport } from './checks/run/runAndReport.ts';
import { repositoryRoot } from './repositoryRoot.ts';

const HELP = `npm run check                      checks what differs from main
npm run check -- --since HEAD      checks what is not committed
`;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { since: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const base = values.since ?? baseOf(repositoryRoot);
    const files = changedFiles(repositoryRoot, base);
    process.stdout.write(`${files.length} changed files\n`);
    return await runAndReport(changeSteps(files, base), 'npm run check', () => 'npm run check');
  } catch (error) {
    process.stderr.write(`npm run check: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}
