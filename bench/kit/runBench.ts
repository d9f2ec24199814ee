import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { watchStopSignals } from '../../scripts/processes/stopSignals.ts';

const COMMON_OPTIONS = {
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type CommandOptions = NonNullable<ParseArgsConfig['options']>;
type Values<Options extends CommandOptions> = ReturnType<
  typeof parseArgs<{ options: typeof COMMON_OPTIONS & Options }>
>['values'];

/** What is there for the time of a run: the programs are ended and the folder is deleted after it, also if it is interrupted. */
export interface BenchContext {
  readonly folder: string;
  readonly children: ChildProcesses;
  /** Called before the folder is deleted. */
  onEnd(close: () => Promise<void> | undefined): void;
}

const INTERRUPTED = 130;

/**
 * The main function of a bench.
 * @param options its own, besides --only, --json and --help
 * @returns the exit code: 0 if all figures were measured, even if they miss their targets
 */
export async function runBench<Options extends CommandOptions>(
  help: string,
  options: Options,
  run: (values: Values<Options>, context: BenchContext) => Promise<void>
): Promise<number> {
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  try {
    const { values } = parseArgs({ options: { ...COMMON_OPTIONS, ...options } }) as { values: Values<Options> };
    if ((values as { help: boolean }).help) {
      print(help);
      return 0;
    }
    let close: () => Promise<void> | undefined = () => undefined;
    const onEnd: BenchContext['onEnd'] = (work) => (close = work);
    const folder = mkdtempSync(path.join(tmpdir(), 'telemetry-bench-'));
    try {
      // If this runs as root, database servers run as another user, who needs to traverse the folder.
      chmodSync(folder, 0o755);
      const reason = await Promise.race([stop.requested, run(values, { folder, children, onEnd })]);
      return reason === 'stop' ? INTERRUPTED : 0;
    } finally {
      await children.close();
      await close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  } catch (error) {
    log(`error: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/**
 * @param only comma-separated names
 * @throws Error that lists the figures
 */
export function selectFigures<Figure>(
  figures: Readonly<Record<string, Figure>>,
  only = Object.keys(figures).join(',')
): Array<[string, Figure]> {
  return only.split(',').map((name) => [name, oneOf('--only', name, figures)]);
}

/** @throws Error with the option and its allowed values */
export function oneOf<T>(option: string, name: string, choices: Readonly<Record<string, T>>): T {
  const choice = choices[name];
  if (choice === undefined) {
    throw new Error(`${option} must be one of ${Object.keys(choices).join(', ')}, not "${name}".`);
  }
  return choice;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Progress goes to stderr because stdout is for results. */
export function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
