import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repositoryRoot.ts';
import { LastLines } from './lastLines.ts';

export interface ChildSpec {
  /** What people call it, in messages. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Replaces the environment as a whole. */
  readonly env?: NodeJS.ProcessEnv;
  /**
   * `kept`: only its last words are kept. `stderr`: stdout is kept, stderr (where progress goes) is shown as it comes.
   * `shown`: everything is shown.
   */
  readonly output?: 'kept' | 'stderr' | 'shown';
  /** For servers: Node programs that are to end even when this process is killed, see endWithParent.ts. */
  readonly endsWithParent?: boolean;
  /** What asks it to end in an orderly way. */
  readonly stopSignal?: NodeJS.Signals;
}

export interface ChildExit {
  /** null when a signal ended it, or when it could not be started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningChild {
  readonly name: string;
  readonly pid: number | undefined;
  readonly exited: Promise<ChildExit>;
  /** Everything it wrote to stdout, when that is kept. */
  stdout(): string;
  /** What it wrote last, as far as that is kept. */
  lastWords(): string;
}

const LAST_WORDS_LIMIT = 40;
const STDOUT_LIMIT = 1_000_000;

/**
 * The programs that a command of this repository runs: none is left behind when the command ends.
 * Each leads a process group of its own, so that Ctrl-C in a terminal reaches this process only and the order of stopping is
 * ours, and so that a program ends together with those it started itself.
 */
export class ChildProcesses {
  private readonly running = new Map<RunningChild, { process: ChildProcess; stopSignal: NodeJS.Signals }>();
  private closing: Promise<void> | undefined;

  /**
   * Starts a program and does not wait for it. A program that cannot be started counts as one that ended at once.
   * @throws Error when `close` was called before
   */
  start(spec: ChildSpec): RunningChild {
    if (this.closing) {
      throw new Error(`Cannot start the ${spec.name} during shutdown.`);
    }
    const [file, ...args] = spec.command;
    const output = spec.output ?? 'kept';
    const child = spawn(file, args, {
      cwd: repositoryRoot,
      env: spec.env ?? process.env,
      detached: true,
      stdio: [
        'ignore',
        output === 'shown' ? 'inherit' : 'pipe',
        output === 'kept' ? 'pipe' : 'inherit',
        spec.endsWithParent ? 'ipc' : 'ignore',
      ],
    });
    const words = new LastLines(LAST_WORDS_LIMIT);
    let stdout = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => words.add(piece));
    }
    child.stdout?.on('data', (piece: string) => {
      stdout = (stdout + piece).slice(-STDOUT_LIMIT);
    });
    const exited = new Promise<ChildExit>((resolve) => {
      child.once('error', (error) => {
        words.add(`${error.message}\n`);
        resolve({ code: null, signal: null });
      });
      // Not `exit`: its last words may still be on their way then.
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    const running: RunningChild = {
      name: spec.name,
      pid: child.pid,
      exited,
      stdout: () => stdout,
      lastWords: () => words.text(),
    };
    this.running.set(running, { process: child, stopSignal: spec.stopSignal ?? 'SIGTERM' });
    void exited.then(() => this.running.delete(running));
    return running;
  }

  /**
   * Runs a program to its end.
   * @returns what it wrote to stdout, when that is kept
   * @throws Error with its last words, when it does not end with 0
   */
  async run(spec: ChildSpec): Promise<string> {
    const child = this.start(spec);
    const exit = await child.exited;
    if (exit.code !== 0) {
      throw new Error(describeExit(child, exit));
    }
    return child.stdout();
  }

  /**
   * Asks every program to end, the last one started first, and waits until all have. None can be started any more.
   * @param patienceMs how long a program may take before its whole group is killed
   */
  close(patienceMs = 20_000): Promise<void> {
    this.closing ??= this.stopEach(patienceMs);
    return this.closing;
  }

  /** Ends everything at once, without waiting. */
  killAll() {
    for (const { process: child } of this.running.values()) {
      signalGroup(child, 'SIGKILL');
    }
  }

  private async stopEach(patienceMs: number) {
    const children = [...this.running].reverse();
    for (const [, { process: child, stopSignal }] of children) {
      signalGroup(child, stopSignal);
    }
    const allExited = Promise.all(children.map(([{ exited }]) => exited));
    const patience = new AbortController();
    const isLate = sleep(patienceMs, true, { signal: patience.signal }).catch(() => false);
    await Promise.race([allExited, isLate]);
    patience.abort();
    this.killAll();
    await allExited;
  }
}

/** Why a program's end is a problem, with its last words. */
export function describeExit(child: RunningChild, { code, signal }: ChildExit): string {
  const how =
    signal !== null ? `was ended by ${signal}` : code === null ? 'could not be started' : `ended with code ${code}`;
  const words = child.lastWords();
  return `The ${child.name} ${how}.${words === '' ? '' : ` Last output:\n${words.replaceAll(/^/gm, '  ')}`}`;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended meanwhile.
  }
}
