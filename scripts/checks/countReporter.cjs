const { writeFileSync } = require('node:fs');

/**
 * A Jest reporter that writes the counts of a run to the file JEST_COUNTS_FILE. `jest --json` writes every detail as well, and writes
 * nothing at all if a test throws an error with a circular reference. Not TypeScript, because Jest does not transform reporters.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = results;
    const counts = { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests };
    writeFileSync(process.env.JEST_COUNTS_FILE, JSON.stringify(counts));
  }
};
