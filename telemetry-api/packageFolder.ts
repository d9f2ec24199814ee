import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this package, for the sources and for `dist/`. Contains the migrations. */
export const packageFolder = findUpwards(path.dirname(fileURLToPath(import.meta.url)));

/** `findPackageJSON` of node:module does this from Node 22.14 on. */
function findUpwards(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)
    ? folder
    : findUpwards(path.dirname(folder));
}
