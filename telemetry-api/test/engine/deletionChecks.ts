import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { countDeletion } from '../../store/deletion/countDeletion.ts';
import { noRows } from '../../store/deletion/deletedRows.ts';
import { deleteReadings } from '../../store/deletion/deleteReadings.ts';
import { deleteTags } from '../../store/deletion/deleteTags.ts';
import { findDevice } from '../../store/inventory/findDevice.ts';
import { END_MS, HISTORY_MS, plantTag, readingsCsv, STEP_MS, valueAt, type Engine, type EngineCheck } from './plant.ts';
import { countReadings, expectExact, tagIds } from './writeChecks.ts';

const NEVER = { signal: new AbortController().signal, onStep: () => undefined };
/** Ends inside of all buckets. */
const RANGE = { fromMs: HISTORY_MS + 5 * HOUR_MS + 30_000, toMs: HISTORY_MS + DAY_MS + 7 * HOUR_MS + 1 };
const TAG = 2;

const IMPORTED_AGAIN = Array.from({ length: Math.ceil((RANGE.toMs - RANGE.fromMs) / STEP_MS) + 1 }, (_, i) => {
  const ts = Math.ceil(RANGE.fromMs / STEP_MS) * STEP_MS + i * STEP_MS;
  return [TAG, ts, valueAt(TAG, ts)] as const;
}).filter(([, ts]) => ts < RANGE.toMs);

async function expectLatest(engine: Engine): Promise<void> {
  const wrong = await engine.imports.query(
    `SELECT * FROM (SELECT tag_id, max(ts) AS ts FROM reading GROUP BY 1) r FULL JOIN latest l USING (tag_id) WHERE r.ts IS DISTINCT FROM l.ts`
  );
  assert.deepEqual(wrong, [], 'latest values that are not those of the last readings');
}

/** In order: the first before retention has dropped the readings, the second after it. */
export const DELETION_CHECKS: readonly [EngineCheck, EngineCheck] = [
  {
    name: 'deleted readings: buckets and latest values are exact, and the same readings can be imported again',
    run: async (engine) => {
      const { pool } = engine.database;
      const before = await countReadings(engine);
      const id = (await tagIds(engine))[TAG] ?? 0;
      const counted = noRows();
      await countDeletion(pool, id, RANGE, counted, () => undefined);
      const deleted = noRows();
      const startedMs = Date.now();
      await deleteReadings(pool, id, RANGE, deleted, NEVER);
      const tookMs = Date.now() - startedMs;
      assert.deepEqual(deleted, counted);
      assert.ok(deleted.readings > 0 && deleted.recomputed === 6);
      await expectExact(engine, before - deleted.readings);
      await engine.imports.readings(readingsCsv(IMPORTED_AGAIN));
      await expectExact(engine, before - deleted.readings + IMPORTED_AGAIN.length);
      const last = noRows();
      await deleteReadings(pool, id, { fromMs: END_MS - STEP_MS, toMs: END_MS + DAY_MS }, last, NEVER);
      assert.equal(last.latest, 1);
      await expectLatest(engine);
      return `${deleted.readings.toLocaleString('en')} in ${(tookMs / 1000).toFixed(1)} s`;
    },
  },
  {
    name: 'a deleted device leaves no row',
    run: async (engine) => {
      const { device: code } = plantTag(0);
      const device = await findDevice(engine.database.pool, code);
      const ids = device?.tags.map(({ id }) => id) ?? [];
      const before = await countReadings(engine);
      const deleted = noRows();
      const startedMs = Date.now();
      await deleteTags(engine.database.pool, ids, device?.id, deleted, NEVER);
      const tookMs = Date.now() - startedMs;
      assert.ok(deleted.readings > 0 && deleted.devices === 1 && deleted.tags === ids.length);
      for (const table of ['reading', 'bucket_1m', 'bucket_1h', 'bucket_1d', 'latest', 'alert']) {
        const rows = await engine.imports.query(`SELECT 1 FROM ${table} WHERE tag_id IN (${ids.join()}) LIMIT 1`);
        assert.deepEqual(rows, [], table);
      }
      assert.equal(await countReadings(engine), before - deleted.readings);
      await expectLatest(engine);
      return `${deleted.readings.toLocaleString('en')} readings in ${(tookMs / 1000).toFixed(1)} s`;
    },
  },
];
