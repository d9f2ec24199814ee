/**
 * Reads a count from a test runner's JSON report.
 * @param path member names from the root of the report
 * @throws Error with the path if there is no count: the format of the report is not supported
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
