import { parseArgs } from 'node:util';
import { fuzzStep } from './checks/fuzz.ts';
import { runnerCommand } from './checks/run/runnerCommand.ts';
import { otherSeed } from './checks/run/seed.ts';

const COMMAND = 'npm run fuzz';
const HELP = `npm run fuzz                           100,000 cases of every property and fuzz target, with a new seed
npm run fuzz -- --short                2,000 cases
npm run fuzz -- --runs 5000 --seed 1   so many, with this seed
npm run fuzz -- --only core/time       only properties in test files with this in their path
`;

await runnerCommand(
  COMMAND,
  HELP,
  () => {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { short: { type: 'boolean' }, runs: text, seed: text, only: text } });
    process.env.FUZZ_SEED = values.seed ?? otherSeed();
    return [fuzzStep(Number(values.runs ?? (values.short ? 2_000 : 100_000)), values.only)];
  },
  () => COMMAND
);
