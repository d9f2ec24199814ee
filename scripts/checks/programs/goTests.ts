import { LastLines } from '../../processes/lastLines.ts';
import { shellCommand } from '../run/describeRun.ts';
import { LineWriter } from '../run/lineWriter.ts';
import type { Check } from '../run/runSteps.ts';
import { addTallies, FAILED, NONE, type Tally } from '../run/tally.ts';

/** A line of `go test -json` (`go doc test2json`). */
interface GoEvent {
  readonly Action: string;
  readonly Package?: string;
  /** None for what is about the package as a whole. */
  readonly Test?: string;
  readonly Output?: string;
}

/**
 * Go tests, each counted by its name; its subtests are part of it. A package that does not compile is one failure.
 * @param name for display
 * @param args of `go test`
 * @param env in addition to that of this process
 */
export function goTests(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Check {
  return async (tools) => {
    const { children, failures, write } = tools;
    /** What is about no test: errors of the compiler, a race, a time limit. */
    const other = new LastLines(OTHER_LINES);
    const writeOther = (text: string) => {
      write(text);
      other.add(text);
    };
    /** By package and test. */
    const outputs = new Map<string, string>();
    let tally: Tally = NONE;
    const lines = new LineWriter('', (text) => text.split('\n').forEach((line) => line === '' || onLine(line)));
    const onLine = (line: string) => {
      const event = parseEvent(line);
      if (event === undefined) {
        writeOther(`${line}\n`);
        return;
      }
      const { Action: action, Package: goPackage = '', Test: test, Output: output = '' } = event;
      if (test === undefined) {
        writeOther(output);
        return;
      }
      const root = test.split('/')[0]!;
      const key = `${goPackage} ${root}`;
      if (action === 'output') {
        outputs.set(key, (outputs.get(key) ?? '') + output);
      } else if (test === root && (action === 'pass' || action === 'skip' || action === 'fail')) {
        tally = addTallies([tally, COUNTS[action]]);
        if (action === 'fail') {
          const message = outputs.get(key) ?? '';
          write(message);
          const folder = goPackage.replace(/^[^/]*/, '.');
          const command = shellCommand(['go', 'test', folder, '-run', `^${root}$`, '-count', '1']);
          failures.push({ name: `${folder} › ${root}`, message, command });
        }
      }
    };
    const command = ['go', 'test', '-json', ...args] as const;
    const child = children.start({ name, command, env: { ...process.env, ...env }, output: (text) => lines.add(text) });
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

const OTHER_LINES = 25;

const COUNTS: Readonly<Record<'pass' | 'fail' | 'skip', Tally>> = {
  pass: { ...NONE, passed: 1 },
  fail: { ...NONE, failed: 1 },
  skip: { ...NONE, skipped: 1 },
};

/** @returns undefined for what is no event, such as the output of the compiler on stderr */
function parseEvent(line: string): GoEvent | undefined {
  if (!line.startsWith('{')) {
    return undefined;
  }
  try {
    return JSON.parse(line) as GoEvent;
  } catch {
    return undefined;
  }
}
