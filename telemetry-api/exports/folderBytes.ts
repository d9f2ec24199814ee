import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Total size of the files in a folder except one; 0 if the folder does not exist. */
export async function folderBytes(folder: string, except: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names
      .filter((name) => name !== path.basename(except))
      // Another worker may delete a file meanwhile.
      .map((name) =>
        stat(path.join(folder, name)).then(
          ({ size }) => size,
          () => 0
        )
      )
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
