import { parseArgs } from 'node:util';
import { baseOf, changedFiles, changeSteps } from './checks/changeSteps.ts';
import { runnerCommand } from './checks/run/runnerCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

const COMMAND = 'npm run check';
const HELP = `npm run check                      checks what differs from main
npm run check -- --since HEAD      checks what is not committed
`;

await runnerCommand(
  COMMAND,
  HELP,
  () => {
    const { since: base = baseOf(repositoryRoot) } = parseArgs({ options: { since: { type: 'string' } } }).values;
    const files = changedFiles(repositoryRoot, base);
    process.stdout.write(`${files.length} changed files\n`);
    return changeSteps(files, base);
  },
  () => COMMAND
);
