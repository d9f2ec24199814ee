import { createInterface } from 'node:readline/promises';
import { readDataDir } from '../config/config.ts';
import { DatabaseVariables, type Environment, RetentionVariables } from '../config/environment.ts';
import { missedStack, readRunningStacks } from '../config/runningStacks.ts';
import { shellWord } from '../import/shellWord.ts';

/**
 * Chooses between the default database and that of a running `npm start` with another data folder, which a command in a second terminal would miss: it
 * would create a second database, and the workbench would show nothing of it. Asks on a terminal.
 * @returns the environment of the command, with the chosen data folder
 * @throws Error with the lines to paste, without a terminal
 */
export async function chooseDatabase(env: Environment): Promise<Environment> {
  const stack = missedStack(env, readRunningStacks());
  if (stack === undefined) {
    return env;
  }
  const own = readDataDir(env);
  const conflict = `npm start runs with the database in ${stack}, and this command would use the one in ${own}.`;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(
      `${conflict}\nFor that of npm start:\n  ${commandIn(stack, env)}\nFor the other one:\n  ${commandIn(own, env)}`
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', () => {
    terminal.close();
    process.exit(130);
  });
  try {
    const answer = await terminal.question(`${conflict}\nUse that of npm start? [Y/n] `);
    return { ...env, TELEMETRY_DATA_DIR: /^n/i.test(answer.trim()) ? own : stack };
  } finally {
    terminal.close();
  }
}

function commandIn(dataDir: string, env: Environment): string {
  const words = process.argv.slice(2).map(shellWord).join(' ');
  // What was set for this command alone would otherwise be lost. DATABASE_URL is not set: with it, there is no choice.
  const names = Object.keys({ ...DatabaseVariables.properties, ...RetentionVariables.properties });
  const others = names.flatMap((name) => {
    const value = env[name];
    return value && name !== 'TELEMETRY_DATA_DIR' ? [`${name}=${shellWord(value)} `] : [];
  });
  return `${others.join('')}TELEMETRY_DATA_DIR=${shellWord(dataDir)} npm run -s api -- ${words}`;
}
