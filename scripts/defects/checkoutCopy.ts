import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import type { Defect } from './defect.ts';

/** Always the same one: what Jest and Go have compiled there is used by the next run, too. */
const FOLDER = path.join(tmpdir(), 'telemetria-defects');

/** The folders with packages of their own: those of the workspaces have what npm could not share. */
const PACKAGES = ['node_modules', 'telemetry-api/node_modules', 'workbench/node_modules'];

/** A copy of the checkout, with what is not committed, for defects to be put into. Packages are those of the checkout. */
export class CheckoutCopy {
  /** @throws Error if there is something in the folder already */
  constructor(readonly folder: string = FOLDER) {
    if (existsSync(folder)) {
      throw new Error(`${folder} exists: another run uses it. If there is none, remove the folder.`);
    }
    mkdirSync(folder);
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const names = execFileSync('git', list, { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
    for (const name of names.filter((file) => file !== '' && existsSync(path.join(repositoryRoot, file)))) {
      cpSync(path.join(repositoryRoot, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true });
    }
    for (const name of PACKAGES.filter((packages) => existsSync(path.join(repositoryRoot, packages)))) {
      symlinkSync(path.join(repositoryRoot, name), path.join(folder, name));
    }
  }

  put({ file, find, replace }: Defect): void {
    const target = path.join(this.folder, file);
    writeFileSync(
      target,
      readFileSync(target, 'utf8').replace(find, () => replace)
    );
  }

  takeOut({ file }: Defect): void {
    cpSync(path.join(repositoryRoot, file), path.join(this.folder, file));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
