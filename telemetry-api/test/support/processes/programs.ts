import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { packageFolder } from '../../../packageFolder.ts';
import { until } from '../until.ts';

/** A program of this package in a child process. */
export interface Program {
  readonly pid: number;
  readonly stdin: Writable;
  /** Whole lines of its stdout so far. */
  lines(): readonly string[];
  stderr(): string;
  /** Waits until it has printed more than `count` lines. @throws if it exits before */
  more(count: number): Promise<void>;
  /** Returns false if it had ended before. */
  kill(signal?: NodeJS.Signals): Promise<boolean>;
  hasEnded(): boolean;
  /** Waits for it to exit; returns its exit code. */
  ended(): Promise<number | null>;
}

/** @param file path in this package, such as cli.ts */
export function startProgram(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(packageFolder, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = once(child, 'close');
  const lines = () => stdout.split('\n').slice(0, -1);
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    lines,
    stderr: () => stderr,
    more: async (count) => {
      await until(`${file} ${args.join(' ')} to print more than ${count} lines`, () => {
        if (child.exitCode !== null && lines().length <= count) {
          throw new Error(`${file} ${args.join(' ')} ended: ${stderr}`);
        }
        return lines().length > count;
      });
    },
    ended: async () => {
      await ended;
      return child.exitCode;
    },
    kill: async (signal = 'SIGKILL') => {
      const isSent = child.kill(signal);
      await ended;
      return isSent;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}
