import { parseArgs } from 'node:util';
import { fuzzStep } from './checks/fuzz.ts';
import { runAndReport } from './checks/run/runAndReport.ts';
import { otherSeed, seed } from './checks/run/seed.ts';

const HELP = `npm run fuzz                           100,000 cases of every property and fuzz target, with a new seed
npm run fuzz -- --short                2,000 cases
npm run fuzz -- --runs 5000 --seed 1   so many, with this seed
npm run fuzz -- --only core/time       only properties in test files with this in their path
`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const runs = Number(values.runs ?? (values.short ? 2_000 : 100_000));
  process.env.FUZZ_SEED = values.seed ?? otherSeed();
  const again = `npm run fuzz -- --runs ${runs} --seed ${seed()}`;
  process.exit(await runAndReport([fuzzStep(runs, values.only)], 'npm run fuzz', () => again));
}
