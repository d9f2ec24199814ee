import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addTallies, chooseSteps, describeResults, runSteps, type Step, STEPS, tallyLine } from './checks.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { watchStopSignals } from './processes/stopSignals.ts';

const HELP = `npm test                          run all steps
npm test -- --only unit,service   run only these steps

${STEPS.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}
`;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    return await test(chooseSteps(values.only));
  } catch (error) {
    process.stderr.write(`npm test: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}

async function test(steps: readonly Step[]): Promise<number> {
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  void stop.requested.then(() => children.close());
  const tempDir = mkdtempSync(path.join(tmpdir(), 'telemetria-test-'));
  if (process.stdout.isTTY && process.env.NO_COLOR === undefined) {
    // The programs write to a pipe.
    process.env.FORCE_COLOR ??= '1';
  }
  const write = (text: string) => void process.stdout.write(text);
  const log = (line: string) => write(`${line}\n`);
  try {
    const results = await runSteps(steps, availableParallelism(), { children, tempDir, write }, stop.isRequested);
    const total = addTallies(results.map(({ tally }) => tally));
    log(`\n${describeResults(results)}`);
    if (stop.isRequested()) {
      log('Interrupted.');
    }
    log(`\n${tallyLine(total)}`);
    return total.failed === 0 && !stop.isRequested() ? 0 : 1;
  } finally {
    await children.close();
    rmSync(tempDir, { recursive: true, force: true });
  }
}
