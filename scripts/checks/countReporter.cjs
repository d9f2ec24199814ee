const { writeFileSync } = require('node:fs');

/**
 * A reporter for Jest and Playwright that writes the Tally of a run (checks.ts) to the file TALLY_FILE. Jest's own `--json` writes every
 * detail as well, and writes nothing at all if a test throws an error with a circular reference. Not TypeScript, because Jest does not
 * transform reporters.
 */
module.exports = class CountReporter {
  /** Jest: a test file that failed to run counts as one failure. */
  onRunComplete(_contexts, results) {
    writeTally({
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    });
  }

  /** Playwright, at the start. */
  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** Playwright, at the end: a test that passed on a retry ("flaky") counts as passed. */
  onEnd() {
    const outcomes = this.suite.allTests().map((test) => test.outcome());
    const count = (...wanted) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    writeTally({ passed: count('expected', 'flaky'), failed: count('unexpected'), skipped: count('skipped') });
  }
};

function writeTally(tally) {
  writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally));
}
