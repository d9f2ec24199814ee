import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type ServerUser, withRightsOf } from './serverUser.ts';

/** Creates or replaces a file of the account, whole. A link in its place is replaced, not followed. */
export function replaceFile(file: string, text: string, user: ServerUser | undefined): void {
  const partial = `${file}.${process.pid}`;
  withRightsOf(user, () => {
    // Of a killed process with the same pid.
    rmSync(partial, { force: true });
    try {
      writeFileSync(partial, text, { mode: 0o600, flag: 'wx' });
      renameSync(partial, file);
    } finally {
      // Left if the disk is full.
      rmSync(partial, { force: true });
    }
  });
}
