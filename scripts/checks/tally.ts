/** The test counts of a step; a check without tests, such as a build, counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NO_TESTS
  );
}

/** The last line of the output, which other programs parse. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/**
 * Adds a failure if the program failed or ran no test, but its counts show no failure.
 * @param exitCode null if a signal ended the program
 */
export function withExitCode(tally: Tally, exitCode: number | null): Tally {
  const hasFailed = exitCode !== 0 && tally.failed === 0;
  const hasRunNothing = tally.passed + tally.failed === 0;
  return hasFailed || hasRunNothing ? { ...tally, failed: tally.failed + 1 } : tally;
}
