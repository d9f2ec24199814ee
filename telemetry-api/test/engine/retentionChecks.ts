import assert from 'node:assert/strict';
import { DAY_MS } from '../../durations.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import type { Level } from '../../store/readings/levels.ts';
import { RetentionCutoffError } from '../../store/readings/retentionCutoff.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { dropOld, findOld, type OldPart } from '../../store/retention/dropOld.ts';
import { FIRST_MS, HISTORY_MS, type Engine, type EngineCheck } from './plant.ts';
import { countReadings } from './writeChecks.ts';

/** Everything but the last day of the history. */
const CUTOFF_MS = HISTORY_MS + DAY_MS;
const CUTOFFS_MS = new Map<Level, number>([
  ['raw', CUTOFF_MS],
  ['1h', HISTORY_MS],
  ['1d', FIRST_MS + 10 * DAY_MS],
]);

export const RETENTION_CHECKS: readonly EngineCheck[] = [
  {
    name: 'retention, dry run: lists old data and drops nothing',
    run: async (engine) => {
      await engine.database.pool.query('ANALYZE');
      const before = await countReadings(engine);
      const old = await countOld(engine);
      const found = (await findOld(engine.database.pool, CUTOFFS_MS)).filter(({ level }) => level === 'raw');
      assert.equal(await countReadings(engine), before);
      assert.ok(found.length > 0);
      if (found.every(({ rows }) => rows !== null)) {
        const rows = found.reduce((sum, part) => sum + (part.rows ?? 0), 0);
        assert.ok(Math.abs(rows / old - 1) < 0.1, `${rows} rows listed, ${old} stored`);
        assert.ok(found.every(({ bytes }) => bytes === null || bytes > 0));
      }
      return `${found.length} parts`;
    },
  },
  {
    name: 'retention that was interrupted before it dropped anything: writers are rejected',
    run: async (engine) => {
      const { pool } = engine.database;
      const before = await countReadings(engine);
      // The importer has written these days, so it does not look for their partitions again.
      assert.ok(await dropOld(pool, CUTOFFS_MS, AbortSignal.abort(), (part) => assert.fail(`${part.name} is dropped`)));
      await expectRejected(engine);
      assert.equal(await countReadings(engine), before);
      return '';
    },
  },
  {
    name: 'retention: drops old readings and buckets, a writer that knew their days is rejected',
    run: async (engine) => {
      const { pool } = engine.database;
      const before = await countReadings(engine);
      const old = await countOld(engine);
      const dropped: OldPart[] = [];
      assert.ok(await dropOld(pool, CUTOFFS_MS, new AbortController().signal, (part) => dropped.push(part)));
      assert.equal(await countReadings(engine), before - old);
      const levels = new Set(dropped.map(({ level }) => level));
      assert.deepEqual([...levels].sort(), ['1d', '1h', 'raw']);

      const days = await sumOf(engine, 'bucket_1d');
      await expectRejected(engine);
      assert.equal(await countReadings(engine), before - old);
      assert.equal(await sumOf(engine, 'bucket_1d'), days);
      return `${old.toLocaleString('en')} readings`;
    },
  },
];

/** Readings from before the cutoff can neither be added nor replaced. */
async function expectRejected({ database: { pool } }: Engine): Promise<void> {
  const tagId = (await readTagIds(pool)).get('EQ-000')?.get('presion') ?? 0;
  for (const onConflict of ['keep', 'replace'] as const) {
    for (const ts of [HISTORY_MS, HISTORY_MS + 1]) {
      const batch = { tagIds: [tagId], tsEpochMs: [ts], values: [1] };
      await assert.rejects(writeReadings(pool, batch, { onConflict }), RetentionCutoffError);
    }
  }
}

async function countOld({ imports }: Engine): Promise<number> {
  const [{ n } = { n: 0 }] = await imports.query<{ n: number }>(
    `SELECT count(*) AS n FROM reading WHERE ts < ${CUTOFF_MS}`
  );
  return n;
}

async function sumOf({ imports }: Engine, table: string): Promise<number> {
  const [{ n } = { n: 0 }] = await imports.query<{ n: number }>(`SELECT sum(n) AS n FROM ${table}`);
  return n;
}
