import { parseArgs } from 'node:util';
import { runAndReport } from './checks/runSteps.ts';
import { chooseSteps, STEPS } from './checks/steps.ts';

const HELP = `npm test                          run all steps
npm test -- --only unit,service   run only these steps

${STEPS.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}
`;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    return await runAndReport(chooseSteps(values.only));
  } catch (error) {
    process.stderr.write(`npm test: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}
