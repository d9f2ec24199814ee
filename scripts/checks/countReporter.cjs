const { writeFileSync } = require('node:fs');

/**
 * A reporter of Jest that writes the counts of a run to the file that JEST_COUNTS_FILE names. `jest --json` writes every detail along with
 * them, and nothing at all when an error that a test threw holds itself. Not TypeScript: Jest loads reporters as they are.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = results;
    const counts = { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests };
    writeFileSync(process.env.JEST_COUNTS_FILE, JSON.stringify(counts));
  }
};
