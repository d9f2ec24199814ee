import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleScript } from './backend/bundleScript.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Runs the tests of properties, and the fuzz targets of the backend, with many cases and a new seed. Ends with a verdict, and with code 1
 * if a case failed. Without Go, those of the backend are skipped, and the verdict says so. `npm test` runs the same tests with fewer cases
 * and a fixed seed.
 */

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    runs: { type: 'string' },
    // That of the long tests, if they run this.
    seed: { type: 'string', default: process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31) },
    /** A part of the path of a file. */
    only: { type: 'string', default: '' },
  },
});
const runs = Number(values.runs ?? (values.short ? 2_000 : 100_000));
const { seed } = values;

/** Each of these cases is many responses of up to 40 MB. */
const hostileRuns = Math.ceil(runs / 2_000);

/** One at a time, as Go wants it. */
const GO_TARGETS = [
  ...[
    // A case takes microseconds.
    { folder: './pkg/telemetry', target: 'FuzzDecodeHistoryPage', cases: 40 * runs },
    { folder: './pkg/telemetry', target: 'FuzzDecodeColumns', cases: 40 * runs },
    { folder: './pkg/jsontext', target: 'FuzzNoTextIsDeeperThanChecked', cases: runs },
    { folder: './pkg/engine', target: 'FuzzRowLoops', cases: 2 * runs },
  ].map((target) => ({
    ...target,
    args: ['-run', '^$', '-fuzz', `^${target.target}$`, '-fuzztime', `${target.cases}x`],
    env: {},
  })),
  {
    folder: './pkg/plugin',
    target: 'hostile responses',
    args: ['-run', '^TestHostileResponsesTakeNeitherMemoryNorForever$', '-count', '1', '-timeout', '3h'],
    env: { HOSTILE_RUNS: String(hostileRuns) },
    cases: hostileRuns,
  },
];

interface JestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
    }>;
  }>;
}

/** By its import, whatever its name is. */
const PROPERTY_TESTS = execFileSync('git', ['grep', '-l', "from 'fast-check'", '--', '*.test.ts', '*.test.tsx'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

const HAS_GO = spawnSync('go', ['version']).status === 0;

const folder = mkdtempSync(path.join(tmpdir(), 'telemetria-fuzz-'));

await runCommand('fuzz', main).finally(() => rmSync(folder, { recursive: true, force: true }));

async function main(children: ChildProcesses): Promise<number> {
  process.stdout.write(
    `seed ${seed}, ${formatCount(runs)} cases for each decoder and parser; requests are slower, and have fewer for each operation\n\n`
  );
  const results = [...(await fuzzTypeScript(children)), ...(await fuzzGo(children))];
  const failed = results.filter(({ isPassed }) => !isPassed);
  const names = failed.map(({ target }) => `\n  ${target}`).join('');
  const verdict =
    failed.length === 0 ? 'passed' : `${failed.length} FAILED: repeat with -- --runs ${runs} --seed ${seed}${names}`;
  const cases = formatCount(results.reduce((sum, result) => sum + result.cases, 0));
  const skipped = HAS_GO ? '' : ', those of the backend skipped because there is no Go';
  process.stdout.write(`\nfuzz: ${results.length} targets, ${cases} cases ran${skipped}: ${verdict}\n`);
  return failed.length === 0 && results.length > 0 ? 0 : 1;
}

interface Result {
  readonly target: string;
  readonly isPassed: boolean;
  /** Cases that ran: fewer than requested after a failure. */
  readonly cases: number;
}

/** What a test appends to FUZZ_COUNTS. */
interface CountOfTest {
  readonly testPath: string;
  readonly currentTestName: string;
  readonly cases: number;
}

/** @returns the result of each test with cases; one without is only counted if it failed */
async function fuzzTypeScript(children: ChildProcesses): Promise<Result[]> {
  const [file, countsFile] = [path.join(folder, 'report.json'), path.join(folder, 'counts.jsonl')];
  writeFileSync(countsFile, '');
  const jest = children.start({
    name: 'Jest',
    command: [
      'npx',
      'jest',
      ...(HAS_GO ? [] : ['--ignoreProjects', 'backend']),
      `--testTimeout=${60_000 + runs * 500}`,
      '--runTestsByPath',
      ...PROPERTY_TESTS.filter((test) => test.includes(values.only)),
      '--json',
      '--outputFile',
      file,
    ],
    env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: seed, FUZZ_COUNTS: countsFile },
    output: 'stderr',
  });
  await jest.exited;
  const { testResults }: JestReport = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as JestReport)
    : { testResults: [] };
  if (testResults.length === 0) {
    throw new Error(`Jest ran no tests. Does a file match --only ${values.only}?`);
  }
  const counts = readFileSync(countsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CountOfTest);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, duration }) => {
      const place = path.relative(repositoryRoot, name).replace(/(\.fuzz|\.property)?\.test\.tsx?$/, '');
      const cases = counts
        .filter(({ testPath, currentTestName }) => testPath === name && currentTestName === fullName)
        .reduce((sum, one) => sum + one.cases, 0);
      const isPassed = status === 'passed';
      return cases === 0 && isPassed
        ? []
        : [report({ target: `${place}: ${fullName}`, isPassed, cases }, duration ?? 0)];
    })
  );
}

async function fuzzGo(children: ChildProcesses): Promise<Result[]> {
  if (!HAS_GO) {
    process.stdout.write('skipped  pkg, src/backend: there is no Go\n');
    return [];
  }
  await bundleScript();
  const results: Result[] = [];
  for (const { folder: goFolder, args, target, env, cases } of GO_TARGETS) {
    const startMs = performance.now();
    const go = children.start({
      name: 'go test',
      command: ['go', 'test', goFolder, ...args],
      env: { ...process.env, FUZZ_SEED: seed, ...env },
      output: 'captured',
    });
    const { code } = await go.exited;
    if (code !== 0) {
      process.stderr.write(`${go.lastOutput()}\n`);
    }
    const isPassed = code === 0;
    const result = { target: `${goFolder.replace('./', '')}: ${target}`, isPassed, cases: isPassed ? cases : 0 };
    results.push(report(result, performance.now() - startMs));
  }
  return results;
}

function report(result: Result, durationMs: number): Result {
  const columns = [
    result.isPassed ? 'passed' : 'FAILED',
    `${(durationMs / 1000).toFixed(1).padStart(7)} s`,
    `${formatCount(result.cases).padStart(9)} cases`,
    result.target,
  ];
  process.stdout.write(`${columns.join('  ')}\n`);
  return result;
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
