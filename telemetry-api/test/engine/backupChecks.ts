import assert from 'node:assert/strict';
import { BackupReader } from '../../backup/backupFormat.ts';
import { restoreBackup } from '../../backup/restoreBackup.ts';
import { writeBackup } from '../../backup/writeBackup.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/testDatabase.ts';
import { readTables } from '../support/readTables.ts';
import { importsInto } from '../support/testImports.ts';
import { type EngineCheck, readingsCsv } from './plant.ts';
import { expectLine } from './writeChecks.ts';

const never = new AbortController().signal;
const NEW_DEVICE = `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type\nS9,UTC,Nueva,NEW-1,Nuevo,bomba,presion,Presión,bar,medida\n`;

export const BACKUP_CHECKS: readonly EngineCheck[] = [
  {
    name: 'a backup, restored into the embedded database and from there into a database of this engine: the same rows',
    run: async ({ database }) => {
      const stored = await readTables(database.pool);
      const startedMs = Date.now();
      const bytes = await backUp(database);
      const backedUpMs = Date.now();
      const embedded = await openTestDatabase({ isAlone: true });
      try {
        await restore(bytes, embedded);
        assert.deepEqual(await readTables(embedded.pool), stored);
        const again = await database.openEmpty();
        try {
          const restoringMs = Date.now();
          await restore(await backUp(embedded), again);
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
];

async function backUp({ pool, dataDir }: TestDatabase): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const options = { pool, dataDir, nowMs: Date.now(), signal: never, onProgress: () => undefined };
  for await (const chunk of writeBackup(options, () => undefined)) {
    chunks.push(chunk);
  }
  return chunks;
}

async function restore(chunks: readonly Buffer[], target: TestDatabase): Promise<void> {
  const reader = new BackupReader(streamOf(chunks));
  const header = await reader.header();
  await restoreBackup(reader, header, { ...target, nowMs: Date.now(), signal: never, onProgress: () => undefined });
}

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
