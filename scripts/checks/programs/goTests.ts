import type { ChildSpec } from '../../processes/childProcesses.ts';
import { LastLines } from '../../processes/lastLines.ts';
import { MESSAGE_LINES, shellCommand } from '../run/describeRun.ts';
import { LineWriter } from '../run/lineWriter.ts';
import type { Check } from '../run/runSteps.ts';
import { addTallies, FAILED, NONE, PASSED, SKIPPED, type Tally } from '../run/tally.ts';

/** A line of `go test -json` (`go doc test2json`). */
interface GoEvent {
  readonly Action: string;
  readonly Package?: string;
  /** None for what is about the package as a whole. */
  readonly Test?: string;
  readonly Output?: string;
  /** In seconds, at the end of a package or test. */
  readonly Elapsed?: number;
}

const TALLIES: Readonly<Record<string, Tally>> = { pass: PASSED, fail: FAILED, skip: SKIPPED };

/**
 * Go tests, each counted by its name; its subtests are part of it. A package that does not compile is one failure.
 * @param name for display
 * @param args of `go test`
 * @param env in addition to that of this process
 * @param where it runs
 */
export function goTests(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  where: Pick<ChildSpec, 'cwd'> = {}
): Check {
  return async ({ children, failures, testFiles, write }) => {
    let tally = NONE;
    /** By package and test. */
    const outputs = new Map<string, string>();
    /** What is about no test: errors of the compiler, a race, a time limit. */
    const other = new LastLines(MESSAGE_LINES);
    /** The tests of each package that have begun and not ended. */
    const running = new Map<string, Set<string>>();
    const onTest = (goPackage: string, test: string, action: string) => {
      const ofPackage = running.get(goPackage) ?? new Set();
      running.set(goPackage, ofPackage);
      const ended = TALLIES[action];
      if (ended === undefined) {
        ofPackage.add(test);
        return;
      }
      ofPackage.delete(test);
      tally = addTallies([tally, ended]);
      if (action === 'fail') {
        const folder = folderOf(goPackage);
        const message = outputs.get(`${goPackage} ${test}`)!;
        write(message);
        const command = shellCommand(['go', 'test', folder, '-run', `^${test}$`, '-count', '1']);
        failures.push({ name: `${folder} › ${test}`, message, command });
      }
    };
    const onLine = (line: string) => {
      const event = parseEvent(line);
      const { Action: action, Package: goPackage = '', Test: test, Output: output = '' } = event;
      if (test === undefined) {
        if (event.Elapsed !== undefined) {
          testFiles.push({ file: folderOf(goPackage), seconds: event.Elapsed });
          // Go reports no end of the tests that were going on when time was up.
          running.get(goPackage)?.forEach((unfinished) => onTest(goPackage, unfinished, 'fail'));
        }
        write(output);
        other.add(output);
        return;
      }
      const root = test.split('/')[0]!;
      const key = `${goPackage} ${root}`;
      outputs.set(key, (outputs.get(key) ?? '') + output);
      if (test === root) {
        onTest(goPackage, root, action);
      }
    };
    const lines = new LineWriter('', (text) => text.split('\n').filter(Boolean).forEach(onLine));
    const command = ['go', 'test', '-json', ...args] as const;
    const child = children.start({
      ...{ name, command, env: { ...process.env, ...env }, ...where },
      output: (text) => lines.add(text),
    });
    const { code } = await child.exited;
    lines.end();
    write(`${code === 0 ? 'passed' : 'FAILED'}: ${name}\n`);
    if (code === 0 || tally.failed > 0) {
      return tally;
    }
    failures.push({ name, message: other.text(), command: shellCommand(['go', 'test', ...args]) });
    return addTallies([tally, FAILED]);
  };
}

function folderOf(goPackage: string): string {
  return goPackage.replace(/^[^/]*/, '.');
}

/** What is no event, such as the output of the compiler on stderr, is output about no test. */
function parseEvent(line: string): GoEvent {
  const output = { Action: 'output', Output: `${line}\n` };
  try {
    return line.startsWith('{') ? (JSON.parse(line) as GoEvent) : output;
  } catch {
    return output;
  }
}
