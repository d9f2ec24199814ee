import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the files of a folder take, one of them left out; 0 while there is no such folder. */
export async function folderBytes(folder: string, except: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names
      .filter((name) => name !== path.basename(except))
      // Another worker may take a file away meanwhile.
      .map((name) =>
        stat(path.join(folder, name)).then(
          ({ size }) => size,
          () => 0
        )
      )
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
