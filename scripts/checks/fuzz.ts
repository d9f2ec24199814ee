import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleScript } from '../backend/bundleScript.ts';
import { hasGo } from '../processes/isInstalled.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { jest, onlyWith, program } from './programs/programs.ts';
import { type Check, type CheckTools, runChecks, type Step } from './run/runSteps.ts';
import { seed } from './run/seed.ts';

/** A file may have a property whose cases take long, and prints nothing before its last test. */
const MAX_SILENCE_MS = 12 * 3_600_000;

/** What a test appends to FUZZ_COUNTS. */
interface CountOfTest {
  readonly testPath: string;
  readonly currentTestName: string;
  readonly cases: number;
}

/**
 * The tests of properties, and the fuzz targets of the backend, with many cases. Without Go, those of the backend are skipped. `npm test`
 * runs the same tests with fewer cases.
 * @param runs cases for each decoder and parser; requests are slower, and have fewer for each operation
 * @param only a part of the path of test files
 */
export function fuzzStep(runs: number, only = ''): Step {
  return {
    name: 'fuzz',
    about: `${formatCount(runs)} cases of every property and fuzz target`,
    cores: 'all',
    needs: ['go'],
    checks: [
      properties(runs, only),
      onlyWith(hasGo, 'no Go: fuzz targets of the backend skipped', async (tools) => {
        await bundleScript();
        return runChecks('fuzz', goTargets(runs), tools);
      }),
    ],
  };
}

function properties(runs: number, only: string): Check {
  return async (tools) => {
    // By their import, whatever their names are.
    const list = ['grep', '-l', "from 'fast-check'", '--', '*.test.ts', '*.test.tsx'];
    const all = execFileSync('git', list, { cwd: repositoryRoot, encoding: 'utf8' }).trim().split('\n');
    const files = all.filter((file) => file.includes(only));
    if (files.length === 0) {
      throw new Error(`No test of a property has "${only}" in its path.`);
    }
    const countsFile = path.join(tools.tempDir, 'counts.jsonl');
    writeFileSync(countsFile, '');
    // Not of the command that runs a test alone.
    process.env.FUZZ_COUNTS = countsFile;
    const withoutGo = hasGo() ? [] : ['--ignoreProjects', 'backend'];
    const args = [...withoutGo, `--testTimeout=${60_000 + runs * 500}`, '--runTestsByPath', ...files];
    const env = { FUZZ_RUNS: String(runs) };
    const tally = await jest('property', args, { env, maxSilenceMs: MAX_SILENCE_MS })(tools);
    writeCounts(countsFile, tools);
    return tally;
  };
}

function writeCounts(file: string, { write }: CheckTools): void {
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  const counts = lines.map((line) => JSON.parse(line) as CountOfTest);
  for (const { testPath, currentTestName, cases } of counts) {
    write(`${formatCount(cases).padStart(9)} cases  ${path.relative(repositoryRoot, testPath)} › ${currentTestName}\n`);
  }
  write(`${formatCount(counts.reduce((sum, { cases }) => sum + cases, 0))} cases of properties ran\n`);
}

/** One at a time, as Go wants it. */
function goTargets(runs: number): Check[] {
  const target = (folder: string, name: string, cases: number) =>
    program(`${formatCount(cases)} cases of ${name}`, [
      ...(['go', 'test', folder, '-run', '^$'] as const),
      ...['-fuzz', `^${name}$`, '-fuzztime', `${cases}x`],
    ]);
  const hostile = ['-run', '^TestHostileResponsesTakeNeitherMemoryNorForever$', '-count', '1', '-timeout', '3h'];
  // Each case is many responses of up to 40 MB.
  const env = { HOSTILE_RUNS: String(Math.ceil(runs / 2_000)), FUZZ_SEED: String(seed()) };
  return [
    // A case takes microseconds.
    target('./pkg/telemetry', 'FuzzDecodeHistoryPage', 40 * runs),
    target('./pkg/telemetry', 'FuzzDecodeColumns', 40 * runs),
    target('./pkg/jsontext', 'FuzzNoTextIsDeeperThanChecked', runs),
    target('./pkg/engine', 'FuzzRowLoops', 2 * runs),
    program('hostile responses', ['go', 'test', './pkg/plugin', ...hostile], env),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
