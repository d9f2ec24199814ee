import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { GO_ENVIRONMENT } from './backend/goEnvironment.ts';
import { jest } from './checks/programs/programs.ts';
import type { CheckTools } from './checks/run/runSteps.ts';
import { CheckoutCopy } from './defects/checkoutCopy.ts';
import { chooseDefects } from './defects/chooseDefects.ts';
import type { Defect, Group } from './defects/defect.ts';
import { type FindingFile, findDefect } from './defects/findDefect.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { hasGo } from './processes/isInstalled.ts';
import { runCommand } from './processes/runCommand.ts';

/**
 * Puts defects into a copy of the checkout, one after the other, and says which tests find each: tests may only be left out as long as each
 * defect is found.
 */

const HELP = `npm run test:defects                        which tests find each of the defects in scripts/defects
npm run test:defects -- --bail              that each is found: the first test is enough
npm run test:defects -- --group core        only of this group
npm run test:defects -- --only a,b          only these, without a check of their types
npm run test:defects -- --files 12          asks so many test files at most, the nearest to a defect
npm run test:defects -- --json FILE         writes files, tests and seconds, too
npm run test:defects -- --verbose           with the output of the tests
`;

interface Result {
  readonly id: string;
  readonly group: Group;
  readonly seconds: number;
  readonly found: readonly FindingFile[];
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { group: text, only: text, files: text, json: text, bail: flag, verbose: flag, help: flag },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  await runCommand('test:defects', run);
}

async function run(children: ChildProcesses): Promise<number> {
  const chosen = chooseDefects(values);
  const copy = new CheckoutCopy();
  const tempDir = mkdtempSync(path.join(tmpdir(), 'defects-'));
  // With a folder of their own: a run that is killed early must not have the report of the one before.
  const createTools = (): CheckTools => ({
    ...{ children, tempDir: mkdtempSync(path.join(tempDir, 'run-')), resultsDir: tempDir, testFiles: [], failures: [] },
    write: (output) => void (values.verbose && process.stdout.write(output)),
    commandOf: () => 'npm run test:defects',
  });
  try {
    const isPossible = ({ group }: { readonly group: Group }) => group !== 'backend' || hasGo();
    const possible = chosen.filter(isPossible);
    if (possible.length < chosen.length) {
      write('no Go: the defects of the backend are skipped\n');
    }
    if (values.only === undefined) {
      await checkTypes(copy, possible, children);
    }
    if (possible.some(({ group }) => group === 'backend')) {
      // Tests of Go start the script.
      const build = [process.execPath, '--import', 'tsx', 'scripts/backend/build.ts', '--script-only'] as const;
      await children.run({ name: 'build of the script', command: build, cwd: copy.folder });
    }
    const limits = { bail: values.bail, maxFiles: values.files === undefined ? undefined : Number(values.files) };
    const results: Result[] = [];
    for (const { group, ...defect } of possible) {
      const startedMs = Date.now();
      copy.put(defect);
      const found = await findDefect(defect, copy.folder, limits, createTools());
      copy.takeOut(defect);
      const result = { id: defect.id, group, seconds: (Date.now() - startedMs) / 1000, found };
      results.push(result);
      write(describe(result));
      if (values.json !== undefined) {
        writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
      }
    }
    const always = await failWithoutDefect(results, copy, createTools());
    const missed = results.filter(({ found }) => found.every(({ file }) => always.has(file)));
    write([...always].map((file) => `Fails without a defect, too, so that it finds none: ${file}\n`).join(''));
    write(missed.map(({ id }) => `Not found: ${id}\n`).join(''));
    write(`${results.length - missed.length} of ${results.length} found\n`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    await children.close();
    copy.remove();
    rmSync(tempDir, { recursive: true, force: true });
  }
}

function write(line: string): void {
  process.stdout.write(line);
}

/** A defect that the compiler finds says nothing of the tests. All at once: they are in different places. */
async function checkTypes(copy: CheckoutCopy, defects: readonly Defect[], children: ChildProcesses): Promise<void> {
  const where = { cwd: copy.folder, env: { ...process.env, ...GO_ENVIRONMENT } };
  defects.forEach((defect) => copy.put(defect));
  const types = [process.execPath, '--import', 'tsx', 'scripts/typecheck.ts'] as const;
  await children.run({ name: 'type check of all defects', command: types, ...where });
  if (defects.some(({ file }) => file.endsWith('.go'))) {
    await children.run({ name: 'compilation of all defects', command: ['go', 'build', './pkg/...'], ...where });
  }
  defects.forEach((defect) => copy.takeOut(defect));
}

/** @returns of the fastest files that found each defect, those that fail in the copy without any */
async function failWithoutDefect(
  results: readonly Result[],
  { folder }: CheckoutCopy,
  tools: CheckTools
): Promise<ReadonlySet<string>> {
  const files = new Set(results.flatMap(({ found: [fastest] }) => fastest?.file ?? []));
  const ofJest = [...files].filter((file) => !file.startsWith('./'));
  if (ofJest.length > 0) {
    await jest('undamaged', ['--forceExit', '--runTestsByPath', ...ofJest], { cwd: folder })(tools);
  }
  return new Set(ofJest.filter((file) => tools.failures.some(({ name }) => name.startsWith(file))));
}

function describe({ id, found, seconds }: Result): string {
  const tests = found.reduce((sum, one) => sum + one.tests.length, 0);
  const [fastest] = found;
  const by =
    fastest === undefined
      ? 'NOT FOUND'
      : `${found.length} files, ${tests} tests, such as ${fastest.file} (${fastest.seconds.toFixed(1)} s)`;
  return `${id.padEnd(44)} ${by}   [${seconds.toFixed(0)} s]\n`;
}
