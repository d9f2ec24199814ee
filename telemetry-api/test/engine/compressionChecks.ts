import assert from 'node:assert/strict';
import { DAY_MS } from '../../durations.ts';
import { HISTORY_MS, readingsCsv, someRows, STEP_MS, valueAt, type Engine, type EngineCheck } from './plant.ts';
import { HISTORY_CHECKS } from './readChecks.ts';
import { countReadings, expectExact, expectLine, tagIds } from './writeChecks.ts';

const LATE_MS = 11_000;
const CORRECTIONS = 3000;
const ROWS_PER_TAG_AND_DAY = DAY_MS / STEP_MS;

/** In order, on chunks that are compressed as docs/capacity.md prescribes. */
const CHECKS: ReadonlyArray<Omit<EngineCheck, 'needsCompression'>> = [
  {
    name: 'compress all days',
    run: async (engine) => {
      const { query } = engine.imports;
      await query(
        `ALTER TABLE reading SET (timescaledb.compress, timescaledb.compress_segmentby = 'tag_id', timescaledb.compress_orderby = 'ts')`
      );
      const before = await countReadings(engine);
      const plainBytes = await sizeOf(engine);
      await compress(engine);
      await expectExact(engine, before);
      assert.equal(await countUncompressed(engine), 0);
      return `${megabytes(plainBytes)} before, ${megabytes(await sizeOf(engine))} after`;
    },
  },
  ...HISTORY_CHECKS.map(({ name, run }) => ({ name: `${name}, compressed`, run })),
  {
    name: 'late and repeated rows of compressed days are counted exactly',
    run: async (engine) => {
      const before = await countReadings(engine);
      const late = someRows(8000, valueAt, LATE_MS);
      const report = await engine.imports.readings(readingsCsv(late));
      expectLine(report, late.length, 'new');
      expectLine(await engine.imports.readings(readingsCsv(late)), late.length, 'already stored with the same value');
      await expectExact(engine, before + late.length);
      return `${(await countUncompressed(engine)).toLocaleString('en')} rows are not compressed any more`;
    },
  },
  {
    name: 'corrections of one tag and day decompress no other',
    run: async (engine) => {
      await compress(engine);
      const before = await countReadings(engine);
      const rows = someRows(CORRECTIONS, () => 77_777).filter(([tag, ts]) => tag === 7 && ts < HISTORY_MS + DAY_MS);
      const report = await engine.imports.readings(readingsCsv(rows), { onConflict: 'replace' });
      expectLine(report, rows.length, 'already stored with another value, which was overwritten');
      await expectExact(engine, before);
      const id = (await tagIds(engine))[7];
      const [{ n } = { n: 0 }] = await engine.imports.query<{ n: number }>(
        `SELECT count(*) AS n FROM reading WHERE tag_id = ${id} AND ts >= ${HISTORY_MS} AND ts < ${HISTORY_MS + DAY_MS}`
      );
      const decompressed = await countUncompressed(engine);
      assert.ok(n >= ROWS_PER_TAG_AND_DAY && decompressed <= n, `${decompressed} rows are decompressed, of ${n}`);
      return `${rows.length} corrections, ${decompressed.toLocaleString('en')} rows`;
    },
  },
  {
    name: 'corrections of compressed days replace values and recompute buckets',
    run: async (engine) => {
      await compress(engine);
      const before = await countReadings(engine);
      const corrected = someRows(CORRECTIONS, (tag, ts) => 2000 + tag + (ts % 1000));
      const startedMs = Date.now();
      const report = await engine.imports.readings(readingsCsv(corrected), { onConflict: 'replace' });
      const tookMs = Date.now() - startedMs;
      expectLine(report, CORRECTIONS, 'already stored with another value, which was overwritten');
      await expectExact(engine, before);
      const bytes = await sizeOf(engine);
      await compress(engine);
      await expectExact(engine, before);
      const again = await engine.imports.readings(readingsCsv(corrected), { onConflict: 'replace' });
      expectLine(again, CORRECTIONS, 'already stored with the same value');
      assert.equal(await countUncompressed(engine), 0, 'rows that are decompressed although nothing changed');
      return `${CORRECTIONS.toLocaleString('en')} in ${(tookMs / 1000).toFixed(1)} s, ${megabytes(bytes)}, ${megabytes(await sizeOf(engine))} when compressed again`;
    },
  },
];

export const COMPRESSION_CHECKS: readonly EngineCheck[] = CHECKS.map((check) => ({ ...check, needsCompression: true }));

/** What the compression policy and autovacuum do with old chunks. */
async function compress({ imports }: Engine): Promise<void> {
  await imports.query(`SELECT compress_chunk(chunk, if_not_compressed => true) FROM show_chunks('reading') AS chunk`);
  await imports.query('VACUUM ANALYZE reading');
}

/** Rows that are in the chunks themselves. */
async function countUncompressed({ imports }: Engine): Promise<number> {
  const chunks = await imports.query<{ chunk: string }>(`SELECT show_chunks('reading')::text AS chunk`);
  let rows = 0;
  for (const { chunk } of chunks) {
    const [{ n } = { n: 0 }] = await imports.query<{ n: number }>(`SELECT count(*) AS n FROM ONLY ${chunk}`);
    rows += n;
  }
  return rows;
}

async function sizeOf({ imports }: Engine): Promise<number> {
  const [{ bytes } = { bytes: 0 }] = await imports.query<{ bytes: number }>(
    `SELECT hypertable_size('reading') AS bytes`
  );
  return bytes;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
