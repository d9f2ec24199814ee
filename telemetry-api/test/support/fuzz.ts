/**
 * Of the tests named `*.fuzz.test.ts`. The cases are the same in each run of the tests; `npm run fuzz` runs more of them, with another
 * seed.
 */
export const FUZZ = {
  numRuns: Number(process.env.FUZZ_RUNS ?? 2_000),
  seed: Number(process.env.FUZZ_SEED ?? 20_260_601),
};

/** For Jest: a case takes far less than this. */
export const FUZZ_TIMEOUT_MS = 60_000 + FUZZ.numRuns * 50;
