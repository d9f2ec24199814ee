import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../packageFolder.ts';
import { isRunning, processIdentity } from '../store/embedded/processIdentity.ts';
import { readDataDir } from './config.ts';
import { DatabaseVariables, type Environment, readVariables } from './environment.ts';

/** Where each running `npm start` of this checkout has a file: a command cannot find the data folder that another terminal chose. */
export const STACKS_FOLDER = path.join(packageFolder, '..', 'node_modules', '.cache', 'telemetry-stacks');

/** Tells other commands of the data folder while `work` runs. */
export async function withRunningStack<T>(dataDir: string, work: () => Promise<T>, folder = STACKS_FOLDER): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, String(process.pid));
  writeFileSync(file, `${processIdentity(process.pid)}\n${dataDir}\n`);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The data folders of running stacks. Files of killed ones are ignored. */
export function readRunningStacks(folder = STACKS_FOLDER): string[] {
  return (orNothing(() => readdirSync(folder)) ?? []).flatMap((file) => {
    // It can end at any moment.
    const [identity, dataDir] = orNothing(() => readFileSync(path.join(folder, file), 'utf8').split('\n')) ?? [];
    return identity !== undefined && isRunning(identity) && dataDir ? [dataDir] : [];
  });
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * The data folder of a running stack that a command would miss: nobody chose another database, and no stack uses the default one.
 * @param stacks data folders of running stacks
 */
export function missedStack(env: Environment, stacks: readonly string[]): string | undefined {
  const { TELEMETRY_DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readVariables(DatabaseVariables, env);
  const isChosen = dataDir !== undefined || databaseUrl !== undefined;
  return isChosen || stacks.includes(readDataDir(env)) ? undefined : stacks[0];
}
