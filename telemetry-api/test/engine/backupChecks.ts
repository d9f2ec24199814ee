import assert from 'node:assert/strict';
import { moveDatabase } from '../../backup/moveDatabase.ts';
import { openTestDatabase } from '../support/databases/testDatabase.ts';
import { backUp, restore } from '../support/testBackups.ts';
import { readTables } from '../support/readTables.ts';
import { importsInto } from '../support/testImports.ts';
import { type EngineCheck, readingsCsv } from './plant.ts';
import { expectLine } from './writeChecks.ts';

const NEW_DEVICE = `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type\nS9,UTC,Nueva,NEW-1,Nuevo,bomba,presion,Presión,bar,medida\n`;

export const BACKUP_CHECKS: readonly EngineCheck[] = [
  {
    name: 'a backup, restored into the embedded database and from there into a database of this engine: the same rows',
    run: async ({ database }) => {
      const stored = await readTables(database.pool);
      const startedMs = Date.now();
      const { bytes } = await backUp(database);
      const backedUpMs = Date.now();
      const embedded = await openTestDatabase({ isAlone: true });
      try {
        await restore(bytes, embedded);
        assert.deepEqual(await readTables(embedded.pool), stored);
        const again = await database.openEmpty();
        try {
          const restoringMs = Date.now();
          await restore((await backUp(embedded)).bytes, again);
          const restoredMs = Date.now();
          assert.deepEqual(await readTables(again.pool), stored);
          const imports = importsInto(again);
          expectLine(await imports.devices(NEW_DEVICE), 1, 'new devices');
          expectLine(await imports.readings(readingsCsv([[0, 0, 1]])), 1, 'new');
          return `${seconds(backedUpMs - startedMs)} to back up, ${seconds(restoredMs - restoringMs)} to restore`;
        } finally {
          await again.close();
        }
      } finally {
        await embedded.close();
      }
    },
  },
  {
    name: 'a move from the embedded database into one of this engine, in two rounds: the same rows',
    run: async ({ database }) => {
      const embedded = await openTestDatabase({ isAlone: true });
      const target = await database.openEmpty();
      try {
        await restore((await backUp(database)).bytes, embedded);
        const move = (isFinishing: boolean) =>
          moveDatabase({
            source: embedded,
            target,
            isFinishing,
            nowMs: Date.now(),
            signal: new AbortController().signal,
            onProgress: () => undefined,
          });
        await move(false);
        expectLine(await importsInto(embedded).devices(NEW_DEVICE), 1, 'new devices');
        expectLine(await importsInto(embedded).readings(readingsCsv([[0, 0, 1]])), 1, 'new');
        const stored = await readTables(embedded.pool);
        const rounds = await move(true);
        assert.deepEqual(await readTables(target.pool), stored);
        return `writers waited ${seconds(rounds.at(-1)?.elapsedMs ?? 0)}`;
      } finally {
        await target.close();
        await embedded.close();
      }
    },
  },
];

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
