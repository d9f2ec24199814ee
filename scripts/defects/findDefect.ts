import path from 'node:path';
import { GO_ENVIRONMENT } from '../backend/goEnvironment.ts';
import { goTests } from '../checks/programs/goTests.ts';
import { jest, UNIT_AND_SERVICE } from '../checks/programs/programs.ts';
import type { Check, CheckTools } from '../checks/run/runSteps.ts';
import type { Defect } from './defect.ts';

/** A test file, or a package of Go, with its tests that failed. */
export interface FindingFile {
  readonly file: string;
  readonly tests: readonly string[];
  readonly seconds: number;
}

export interface RunLimits {
  /** True: the first test that finds a defect ends its run. */
  readonly bail: boolean;
  /** How many test files are asked, the nearest first. Undefined: all. */
  readonly maxFiles: number | undefined;
}

/** A defect may make a test wait for ever. None takes as long on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;
/** Of all tests of a package. */
const GO_TIMEOUT = '3m';

/** If so many test files have found a defect, those that build and start programs are not asked. */
const MANY_FILES = 3;

/**
 * Runs the tests that import the file of a defect, the nearest first, and then, if few found it, those with the backend.
 * @param folder with the defect
 * @param tools whose `failures` and `testFiles` are only for this
 * @returns the files that found it, the fastest first
 * @throws Error if the tests could not be run
 */
export async function findDefect(
  { file }: Defect,
  folder: string,
  { bail, maxFiles }: RunLimits,
  tools: CheckTools
): Promise<readonly FindingFile[]> {
  const where = { cwd: folder };
  const env = { DEFECT_FILE: path.join(folder, file), DEFECT_MAX_FILES: String(maxFiles ?? Infinity) };
  const onlyFirst = bail ? ['--bail'] : [];
  const options = [
    ...onlyFirst,
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    '--testSequencer=./scripts/defects/nearestFirst.cjs',
    '--forceExit',
    '--passWithNoTests',
  ];
  const isGo = file.startsWith('pkg/');
  const related = ['--findRelatedTests', file];
  const first = isGo
    ? goTests('go test', ['-timeout', GO_TIMEOUT, ...(bail ? ['-failfast'] : []), './...'], GO_ENVIRONMENT, where)
    : jest('related', [...options, ...UNIT_AND_SERVICE, ...related], { ...where, env });
  const withBackend = jest(
    'backend',
    [...options, '--selectProjects', 'backend', ...(isGo ? [] : ['faults', ...related])],
    { ...where, env }
  );
  await run(first, tools);
  const reachesBackend = isGo || file.startsWith('src/');
  const enough = bail || maxFiles !== undefined ? 1 : MANY_FILES;
  if (reachesBackend && findingFiles(tools).length < enough) {
    await run(withBackend, tools);
  }
  return findingFiles(tools);
}

async function run(check: Check, tools: CheckTools): Promise<void> {
  const before = tools.failures.length;
  await check(tools);
  const ofProgram = tools.failures.slice(before).find(({ name }) => testOf(name) === undefined);
  if (ofProgram !== undefined) {
    throw new Error(`The tests could not be run: ${ofProgram.name}\n${ofProgram.message}`);
  }
}

/** The file and the test of a failure, or of a file that could not be run; undefined for a program that failed as a whole. */
function testOf(name: string): readonly [file: string, test: string] | undefined {
  const [file = '', ...test] = name.split(' › ');
  return test.length > 0 || /\.test\.tsx?$/.test(file) ? [file, test.join(' › ')] : undefined;
}

function findingFiles({ failures, testFiles }: CheckTools): FindingFile[] {
  const files = new Map<string, string[]>();
  for (const [file, test] of failures.flatMap(({ name }) => [testOf(name) ?? []])) {
    if (file !== undefined) {
      files.set(file, [...(files.get(file) ?? []), test!]);
    }
  }
  return [...files]
    .map(([file, tests]) => ({ file, tests, seconds: testFiles.find((one) => one.file === file)?.seconds ?? NaN }))
    .sort((a, b) => a.seconds - b.seconds);
}
