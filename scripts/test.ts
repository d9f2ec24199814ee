import { parseArgs } from 'node:util';
import { runAndReport } from './checks/run/runAndReport.ts';
import { otherSeed } from './checks/run/seed.ts';
import { chooseSteps, LONG_STEPS, STEPS } from './checks/steps.ts';

const OPTIONS = {
  long: { type: 'boolean' },
  only: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const isLong = process.argv.includes('--long');
const command = isLong ? 'npm run test:long' : 'npm test';
const steps = isLong ? LONG_STEPS : STEPS;
const HELP = `${command.padEnd(38)}run all steps
${`${command} -- --only ${steps[0]!.name},${steps[1]!.name}`.padEnd(38)}run only these steps
${`${command} -- --seed 1`.padEnd(38)}with other random cases

${steps.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}
`;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    if (values.seed !== undefined || isLong) {
      process.env.FUZZ_SEED = values.seed ?? otherSeed();
    }
    return await runAndReport(chooseSteps(steps, values.only), command);
  } catch (error) {
    process.stderr.write(`${command}: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}
