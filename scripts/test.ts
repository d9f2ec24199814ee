import { parseArgs } from 'node:util';
import { runnerCommand } from './checks/run/runnerCommand.ts';
import { otherSeed } from './checks/run/seed.ts';
import { chooseSteps, LONG_STEPS, STEPS } from './checks/steps.ts';

const isLong = process.argv.includes('--long');
const command = isLong ? 'npm run test:long' : 'npm test';
const steps = isLong ? LONG_STEPS : STEPS;
const HELP = `${command.padEnd(42)}run all steps
${`${command} -- --only ${steps[0]!.name},${steps[1]!.name}`.padEnd(42)}run only these steps
${`${command} -- --seed 1`.padEnd(42)}with other random cases

${steps.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}
`;

await runnerCommand(command, HELP, () => {
  const options = { long: { type: 'boolean' }, only: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  if (values.seed !== undefined || isLong) {
    process.env.FUZZ_SEED = values.seed ?? otherSeed();
  }
  return chooseSteps(steps, values.only);
});
