const { renameSync, writeFileSync } = require('node:fs');

/**
 * A reporter for Jest and Playwright that writes the TestReport of a run (programs.ts) to the file TEST_REPORT_FILE, again after each
 * test file or test, so that a run that is killed keeps what it had. Jest's own `--json` writes nothing then, nor if a test throws an
 * error with a circular reference. Not TypeScript, because Jest does not transform reporters.
 */
module.exports = class CountReporter {
  /** Jest, after each test file. */
  onTestResult(_test, _result, results) {
    this.writeJestReport(results);
  }

  /** Jest, at the end. */
  onRunComplete(_contexts, results) {
    this.writeJestReport(results);
  }

  /** A test file that failed to run counts as one failure. */
  writeJestReport(results) {
    const failures = results.testResults.flatMap(({ testFilePath, testExecError, failureMessage, testResults }) => {
      const failed = testResults.filter(({ status }) => status === 'failed');
      return testExecError !== undefined && failed.length === 0
        ? [{ file: testFilePath, message: failureMessage ?? testExecError.message ?? '' }]
        : failed.map(({ fullName, failureMessages }) => ({
            file: testFilePath,
            title: fullName,
            message: failureMessages.join('\n'),
          }));
    });
    writeReport(
      {
        passed: results.numPassedTests,
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped: results.numPendingTests + results.numTodoTests,
      },
      results.testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.end - perfStats.start]),
      failures
    );
  }

  /** Playwright, at the start. */
  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** Playwright, after each test. */
  onTestEnd() {
    this.writePlaywrightReport();
  }

  /** Playwright, at the end. */
  onEnd() {
    this.writePlaywrightReport();
  }

  /** A test that passes only when it is repeated ("flaky") has failed: the test or the product has a defect. */
  writePlaywrightReport() {
    const tests = this.suite.allTests().filter(({ results }) => results.length > 0);
    const withOutcome = (...wanted) => tests.filter((test) => wanted.includes(test.outcome()));
    const failed = withOutcome('unexpected', 'flaky');
    writeReport(
      { passed: withOutcome('expected').length, failed: failed.length, skipped: withOutcome('skipped').length },
      tests.flatMap(({ location, results }) => results.map(({ duration }) => [location.file, duration])),
      failed.map(({ location, title, results }) => ({
        file: location.file,
        line: location.line,
        title,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      }))
    );
  }
};

/** @param durations pairs of a file and milliseconds; a file may be there several times */
function writeReport(tally, durations, failures) {
  const millis = new Map();
  for (const [file, duration] of durations) {
    millis.set(file, (millis.get(file) ?? 0) + (duration || 0));
  }
  const testFiles = [...millis].map(([file, sum]) => ({ file, seconds: sum / 1000 }));
  const file = process.env.TEST_REPORT_FILE;
  writeFileSync(`${file}.part`, JSON.stringify({ tally, testFiles, failures }));
  renameSync(`${file}.part`, file);
}
