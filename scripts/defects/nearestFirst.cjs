const { statSync } = require('node:fs');
const path = require('node:path');

/**
 * Orders the test files of Jest for a defect in DEFECT_FILE, an absolute path: that with its name first, then those of its folder and of
 * the folders around it, of these the smallest first; DEFECT_MAX_FILES at most. Those that only the long run has are left out. Not
 * TypeScript, because Jest does not transform sequencers.
 */
module.exports = class NearestFirst {
  sort(tests) {
    const file = process.env.DEFECT_FILE;
    return tests
      .filter((test) => !test.path.endsWith('.long.test.ts'))
      .map((test) => ({ test, nearness: nearness(test.path, file), bytes: statSync(test.path).size }))
      .sort((a, b) => b.nearness - a.nearness || a.bytes - b.bytes)
      .map(({ test }) => test)
      .slice(0, Number(process.env.DEFECT_MAX_FILES));
  }

  /** Jest would order the next run by it. */
  cacheResults() {}
};

/** How many folders they share, and more than any for a test of the same name, which may be in the folder above. */
function nearness(test, file) {
  const [ofTest, ofFile] = [test, file].map((name) => path.dirname(name).split(path.sep));
  const shared = ofFile.findIndex((folder, depth) => folder !== ofTest[depth]);
  const stem = (name) => path.basename(name).replace(/\..*$/, '');
  return (shared < 0 ? ofFile.length : shared) + (stem(test) === stem(file) ? ofFile.length : 0);
}
