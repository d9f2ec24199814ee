import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repositoryRoot.ts';
import { LastLines } from './lastLines.ts';

export interface ChildSpec {
  /** For messages. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Replaces the environment of this process instead of extending it. */
  readonly env?: NodeJS.ProcessEnv;
  /**
   * `captured` (default): stdout and stderr are captured. `stderr`: stdout is captured, stderr (the progress) is passed through.
   * `inherited`: both are passed through. A function: it receives both.
   */
  readonly output?: 'captured' | 'stderr' | 'inherited' | ((text: string) => void);
  /** For Node servers that must end even if this process is killed, see endWithParent.ts. */
  readonly endsWithParent?: boolean;
  /** The signal for a graceful shutdown; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  /** It is killed when it has printed nothing for so long. Without limit by default. */
  readonly maxSilenceMs?: number;
  /** The root of the repository by default. */
  readonly cwd?: string;
}

export interface ChildExit {
  /** null if a signal ended it or it could not be started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningChild {
  readonly name: string;
  readonly pid: number | undefined;
  readonly exited: Promise<ChildExit>;
  /** The captured stdout. */
  stdout(): string;
  /** The last lines of the captured output. */
  lastOutput(): string;
}

const LAST_LINES_LIMIT = 40;
const STDOUT_LIMIT = 1_000_000;
/** The exit code of a program that succeeded, but left another one behind. */
const LEFT_CODE = 1;

/**
 * The programs that a command of this repository starts; all of them end with the command.
 * Each runs in its own process group. Ctrl-C in a terminal then reaches only this process, which decides the order of the
 * shutdown, and a program ends together with the programs that it started.
 */
export class ChildProcesses {
  private readonly running = new Map<RunningChild, { process: ChildProcess; stopSignal: NodeJS.Signals }>();
  private closing: Promise<void> | undefined;

  /** @param leftOpenMs for how long programs that a program started may keep its output open after its end, which is a failure then */
  constructor(private readonly leftOpenMs = 10_000) {}

  /**
   * Starts a program without waiting for it. If it cannot be started, `exited` resolves with code null.
   * @throws Error after `close`
   */
  start(spec: ChildSpec): RunningChild {
    if (this.closing) {
      throw new Error(`Cannot start the ${spec.name} during shutdown.`);
    }
    const [file, ...args] = spec.command;
    const output = spec.output ?? 'captured';
    const child = spawn(file, args, {
      cwd: spec.cwd ?? repositoryRoot,
      env: spec.env ?? process.env,
      detached: true,
      stdio: [
        'ignore',
        output === 'inherited' ? 'inherit' : 'pipe',
        output === 'stderr' || output === 'inherited' ? 'inherit' : 'pipe',
        spec.endsWithParent ? 'ipc' : 'ignore',
      ],
    });
    const lastLines = new LastLines(LAST_LINES_LIMIT);
    let stdout = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => lastLines.add(piece));
      if (typeof output === 'function') {
        stream?.on('data', output);
      }
    }
    child.stdout?.on('data', (piece: string) => {
      stdout = (stdout + piece).slice(-STDOUT_LIMIT);
    });
    const say = (line: string) => {
      lastLines.add(`\n${line}\n`);
      if (typeof output === 'function') {
        output(`\n${line}\n`);
      }
    };
    const silence = watchSilence(child, spec.maxSilenceMs, () => {
      say(`The ${spec.name} printed nothing for ${spec.maxSilenceMs! / 1000} s and was killed.`);
      signalGroup(child, 'SIGKILL');
    });
    const exited = new Promise<ChildExit>((resolve) => {
      let leftOpen: NodeJS.Timeout | undefined;
      let hasLeft = false;
      child.once('error', (error) => {
        clearTimeout(silence);
        lastLines.add(`${error.message}\n`);
        resolve({ code: null, signal: null });
      });
      child.once('exit', () => {
        clearTimeout(silence);
        leftOpen = setTimeout(() => {
          hasLeft = true;
          say(`The ${spec.name} ended, but a program that it started did not and was killed.`);
          signalGroup(child, 'SIGKILL');
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, this.leftOpenMs);
      });
      // Not `exit`, which may fire before all output has arrived.
      child.once('close', (code, signal) => {
        clearTimeout(leftOpen);
        resolve({ code: hasLeft && code === 0 ? LEFT_CODE : code, signal });
      });
    });
    const running: RunningChild = {
      name: spec.name,
      pid: child.pid,
      exited,
      stdout: () => stdout,
      lastOutput: () => lastLines.text(),
    };
    this.running.set(running, { process: child, stopSignal: spec.stopSignal ?? 'SIGTERM' });
    void exited.then(() => this.running.delete(running));
    return running;
  }

  /**
   * Runs a program and waits for it to exit.
   * @returns the captured stdout
   * @throws Error with its last output if the exit code is not 0
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
   * Stops all programs in reverse order of their start and waits until they have exited. No program can be started afterwards.
   * @param timeoutMs how long programs may take before their process groups are killed
   */
  close(timeoutMs = 20_000): Promise<void> {
    this.closing ??= this.stopEach(timeoutMs);
    return this.closing;
  }

  /** Kills all programs without waiting. */
  killAll() {
    for (const { process: child } of this.running.values()) {
      signalGroup(child, 'SIGKILL');
    }
  }

  private async stopEach(timeoutMs: number) {
    const children = [...this.running].reverse();
    for (const [, { process: child, stopSignal }] of children) {
      signalGroup(child, stopSignal);
    }
    const allExited = Promise.all(children.map(([{ exited }]) => exited));
    const timeout = new AbortController();
    const timedOut = sleep(timeoutMs, true, { signal: timeout.signal }).catch(() => false);
    await Promise.race([allExited, timedOut]);
    timeout.abort();
    this.killAll();
    await allExited;
  }
}

/** An error message for a program that ended, with its last output. */
export function describeExit(child: RunningChild, { code, signal }: ChildExit): string {
  const how =
    signal !== null ? `was ended by ${signal}` : code === null ? 'could not be started' : `ended with code ${code}`;
  const output = child.lastOutput();
  return `The ${child.name} ${how}.${output === '' ? '' : ` Last output:\n${output.replaceAll(/^/gm, '  ')}`}`;
}

function watchSilence(child: ChildProcess, maxSilenceMs: number | undefined, onSilence: () => void) {
  if (maxSilenceMs === undefined) {
    return undefined;
  }
  const timer = setTimeout(onSilence, maxSilenceMs);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', () => timer.refresh());
  }
  return timer;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
