/**
 * Reads a count out of a test runner's JSON report.
 * @param path member names from the root of the report
 * @throws Error naming the member, when it is no count: the report is of a version that is not understood
 */
export function readCount(report: unknown, ...path: string[]): number {
  let value = report;
  for (const name of path) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new Error(`The test report has no valid count "${path.join('.')}".`);
  }
  return value;
}
