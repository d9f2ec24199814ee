const { writeFileSync } = require('node:fs');

/**
 * A reporter for Jest and Playwright that writes the TestReport of a run (programs.ts) to the file TEST_REPORT_FILE. Jest's own `--json`
 * writes every detail as well, and writes nothing at all if a test throws an error with a circular reference. Not TypeScript, because
 * Jest does not transform reporters.
 */
module.exports = class CountReporter {
  /** Jest: a test file that failed to run counts as one failure. */
  onRunComplete(_contexts, results) {
    writeReport(
      {
        passed: results.numPassedTests,
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped: results.numPendingTests + results.numTodoTests,
      },
      results.testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.end - perfStats.start])
    );
  }

  /** Playwright, at the start. */
  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** Playwright, at the end: a test that passed on a retry ("flaky") counts as passed. */
  onEnd() {
    const tests = this.suite.allTests();
    const outcomes = tests.map((test) => test.outcome());
    const count = (...wanted) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    writeReport(
      { passed: count('expected', 'flaky'), failed: count('unexpected'), skipped: count('skipped') },
      tests.flatMap(({ location, results }) => results.map(({ duration }) => [location.file, duration]))
    );
  }
};

/** @param durations pairs of a file and milliseconds; a file may be there several times */
function writeReport(tally, durations) {
  const millis = new Map();
  for (const [file, duration] of durations) {
    millis.set(file, (millis.get(file) ?? 0) + (duration || 0));
  }
  const testFiles = [...millis].map(([file, sum]) => ({ file, seconds: sum / 1000 }));
  writeFileSync(process.env.TEST_REPORT_FILE, JSON.stringify({ tally, testFiles }));
}
