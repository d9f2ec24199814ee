import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Runs the tests named `*.fuzz.test.ts`, and the fuzz target of the backend if there is Go, with many cases and a new seed. Ends with a
 * verdict, and with code 1 if a case failed. `npm test` runs the same tests with fewer cases and a fixed seed.
 */

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** A regular expression: in the paths of files before `.fuzz.test.ts`. */
    only: { type: 'string', default: '' },
  },
});
const runs = Number(values.runs ?? (values.short ? 2_000 : 100_000));
const { seed } = values;

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

const folder = mkdtempSync(path.join(tmpdir(), 'telemetria-fuzz-'));

await runCommand('fuzz', main).finally(() => rmSync(folder, { recursive: true, force: true }));

async function main(children: ChildProcesses): Promise<number> {
  process.stdout.write(`${runs.toLocaleString('en')} cases for each target, seed ${seed}\n\n`);
  const results = [...(await fuzzTypeScript(children)), ...(await fuzzGo(children))];
  const failed = results.filter((ok) => !ok).length;
  const verdict = failed === 0 ? 'passed' : `${failed} FAILED: repeat with -- --runs ${runs} --seed ${seed}`;
  process.stdout.write(`\nfuzz: ${results.length} targets, ${runs.toLocaleString('en')} cases each: ${verdict}\n`);
  return failed === 0 && results.length > 0 ? 0 : 1;
}

/** @returns whether each test passed */
async function fuzzTypeScript(children: ChildProcesses): Promise<boolean[]> {
  const file = path.join(folder, 'report.json');
  const jest = children.start({
    name: 'Jest',
    command: [
      'npx',
      'jest',
      '--testPathPatterns',
      `(${values.only}).*\\.fuzz\\.test\\.ts$`,
      '--json',
      '--outputFile',
      file,
    ],
    env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: seed },
    output: 'stderr',
  });
  await jest.exited;
  const { testResults }: JestReport = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as JestReport)
    : { testResults: [] };
  if (testResults.length === 0) {
    throw new Error(`Jest ran no tests. Does a file match --only ${values.only}?`);
  }
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => {
      const place = path.relative(repositoryRoot, name).replace('.fuzz.test.ts', '');
      return report(status === 'passed', `${place}: ${fullName}`, duration ?? 0);
    })
  );
}

async function fuzzGo(children: ChildProcesses): Promise<boolean[]> {
  if (spawnSync('go', ['version']).status !== 0) {
    process.stdout.write('skipped  pkg/api: there is no Go\n');
    return [];
  }
  const startMs = performance.now();
  const target = 'FuzzDecodeHistoryPage';
  const go = children.start({
    name: 'go test',
    command: ['go', 'test', './pkg/api', '-run', '^$', '-fuzz', `^${target}$`, '-fuzztime', `${runs}x`],
    output: 'captured',
  });
  const { code } = await go.exited;
  if (code !== 0) {
    process.stderr.write(`${go.lastOutput()}\n`);
  }
  return [report(code === 0, `pkg/api: ${target}`, performance.now() - startMs)];
}

function report(ok: boolean, target: string, durationMs: number): boolean {
  process.stdout.write(`${ok ? 'passed' : 'FAILED'}  ${(durationMs / 1000).toFixed(1).padStart(7)} s  ${target}\n`);
  return ok;
}
