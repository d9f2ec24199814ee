import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, from the sources and from `dist/` alike: what is beside the code (migrations) is found from here. */
export const packageFolder = findUpwards(path.dirname(fileURLToPath(import.meta.url)));

function findUpwards(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)
    ? folder
    : findUpwards(path.dirname(folder));
}
