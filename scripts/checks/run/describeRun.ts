import { shellWord } from '../../../telemetry-api/import/shellWord.ts';
import { stripVTControlCharacters } from 'node:util';
import type { Failure, StepResult, TestFile } from './runSteps.ts';
import { tallyLine } from './tally.ts';

const SLOWEST_FILES = 10;
/** What a failed test says is at the beginning: the error, then the stack. The whole is in the log of its step. */
export const MESSAGE_LINES = 25;

/** A table with one row per step. */
export function describeResults(results: readonly StepResult[]): string {
  return results
    .map(({ step, tally, seconds }) => {
      const mark = tally.failed === 0 ? '✓' : '✗';
      return `${mark} ${step.name.padEnd(10)}${inSeconds(seconds)}   ${tallyLine(tally)}`;
    })
    .join('\n');
}

/** A list of the slowest files with a title; empty without files. */
export function describeSlowest(testFiles: readonly TestFile[]): string {
  const slowest = [...testFiles].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  return slowest.length === 0
    ? ''
    : `\nSlowest test files:\n${slowest.map(({ file, seconds }) => `${inSeconds(seconds)}   ${file}\n`).join('')}`;
}

/** What failed, with the command that runs it alone; empty without failures. */
export function describeFailures(failures: readonly Failure[]): string {
  const list = failures.map(({ name, message, command }, index) => {
    const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES);
    const text = lines.map((line) => `   ${line}`.trimEnd()).join('\n');
    return `${index + 1}. ${name}\n${text}\n   Alone: ${command}\n`;
  });
  return list.length === 0 ? '' : `\nFailed:\n\n${list.join('\n')}`;
}

/**
 * A command as a shell reads it.
 * @param env that it needs in addition to that of the shell
 */
export function shellCommand(words: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  // A quoted name would make the assignment a command.
  const assignments = Object.entries(env).map(([name, value = '']) => `${name}=${shellWord(value)}`);
  return [...assignments, ...words.map(shellWord)].join(' ');
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}
