const FIXED_SEED = '20260601';

/** Of the random cases of all tests, which read the same variable. `npm test` has always the same seed, the long tests another in each run. */
export function seed(): number {
  return Number((process.env.FUZZ_SEED ??= FIXED_SEED));
}

/** Another one in each run. */
export function otherSeed(): string {
  return String(Date.now() % 2 ** 31);
}

/** What a command needs to have the random cases of this run. */
export function seedEnvironment(): NodeJS.ProcessEnv {
  return String(seed()) === FIXED_SEED ? {} : { FUZZ_SEED: String(seed()) };
}
