const FIXED_SEED = '20260601';

/** Of the random cases of all tests, which read the same variable. `npm test` has always the same seed, the long tests another in each run. */
export function seed(): number {
  return Number((process.env.FUZZ_SEED ??= FIXED_SEED));
}
