/** Counts of tests; a check without tests, such as a build, counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NONE: Tally = { passed: 0, failed: 0, skipped: 0 };
export const PASSED: Tally = { ...NONE, passed: 1 };
export const FAILED: Tally = { ...NONE, failed: 1 };
export const SKIPPED: Tally = { ...NONE, skipped: 1 };

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (count: keyof Tally) => tallies.reduce((total, tally) => total + tally[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of the output, which other programs parse. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
