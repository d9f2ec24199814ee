import { openTestImports, PLANT_CSV, type TestImports } from '../../../test/support/testImports.ts';
import { inTransaction } from '../database.ts';
import { dropOld, findOld, type OldPart } from '../../retention/dropOld.ts';
import { readTagIds } from '../../inventory/inventory.ts';
import { clearPartitionCache } from '../../readings/partitions.ts';
import { applyPlacement, PLACEMENTS, runPlacement } from './placement.ts';
import { writeReadings } from '../../readings/readings.ts';
import { DAY_MS } from '../../../durations.ts';

const T0 = Date.UTC(2026, 0, 20);

let imports: TestImports;

beforeEach(async () => {
  imports = await openTestImports();
  await imports.devices(PLANT_CSV);
});

afterEach(() => imports.close());

async function write(days: readonly number[], value: number) {
  const tagId = (await readTagIds(imports.pool)).get('CMP-1')?.get('presion') ?? 0;
  const tsEpochMs = days.map((day) => T0 + day * DAY_MS);
  return writeReadings(
    imports.pool,
    { tagIds: days.map(() => tagId), tsEpochMs, values: days.map(() => value) },
    { onConflict: 'keep' }
  );
}

test.each(PLACEMENTS)('a database without %s stays unchanged, and the error names the extension', async (placement) => {
  await expect(applyPlacement(imports.pool, placement)).rejects.toThrow(`The extension ${placement} is not enabled`);
  expect(await imports.query(`SELECT relkind FROM pg_class WHERE relname = 'reading'`)).toEqual([{ relkind: 'p' }]);
});

describe('with stubs for the functions of TimescaleDB', () => {
  beforeEach(async () => {
    await imports.query(`
      CREATE SCHEMA timescaledb_information;
      CREATE TABLE timescaledb_information.hypertables (hypertable_name name);
      CREATE FUNCTION by_range(name, anyelement) RETURNS text LANGUAGE sql AS $$ SELECT $1 || ' ' || $2 $$;
      CREATE FUNCTION create_hypertable(relation regclass, dimension text, create_default_indexes boolean) RETURNS void LANGUAGE sql
        AS $$ INSERT INTO timescaledb_information.hypertables VALUES (relation::text) $$;
      CREATE FUNCTION set_integer_now_func(regclass, regproc) RETURNS void LANGUAGE sql AS '';
      CREATE VIEW timescaledb_information.chunks AS SELECT 'public' AS chunk_schema, hypertable_name AS chunk_name, hypertable_name,
        0::int8 AS range_start_integer, ${T0 + 2 * DAY_MS}::int8 AS range_end_integer, false AS is_compressed
        FROM timescaledb_information.hypertables;
      CREATE FUNCTION chunks_detailed_size(relation regclass) RETURNS TABLE (chunk_schema text, chunk_name name, total_bytes int8)
        LANGUAGE sql AS $$ SELECT 'public', relation::name, 4096 $$;
      CREATE FUNCTION approximate_row_count(relation regclass) RETURNS int8 LANGUAGE sql AS 'SELECT 2';
      CREATE FUNCTION drop_chunks(relation regclass, older_than int8, newer_than int8) RETURNS SETOF text LANGUAGE plpgsql
        AS $$ BEGIN EXECUTE format('DELETE FROM %s WHERE ts >= %s AND ts < %s', relation, newer_than, older_than); END $$;`);
    await write([0, 1, 2], 1);
    await inTransaction(imports.pool, (client) => runPlacement(client, 'timescaledb'));
    clearPartitionCache(imports.pool);
  });

  test('the script moves all rows into plain tables with the same keys and checks', async () => {
    expect(await imports.query(`SELECT count(*)::int AS n FROM reading`)).toEqual([{ n: 3 }]);
    expect((await imports.stored()).wrongBuckets).toBe(0);
    expect(await imports.query(`SELECT relkind FROM pg_class WHERE relname IN ('reading', 'bucket_1m')`)).toEqual([
      { relkind: 'r' },
      { relkind: 'r' },
    ]);
    expect(await write([0, 1, 400], 2)).toEqual({ inserted: 1, identical: 0, conflicting: 2 });
    await expect(imports.query('INSERT INTO reading (tag_id, ts, value) VALUES (1, 1, 1e301)')).rejects.toThrow(
      'check'
    );
    expect((await imports.stored()).wrongBuckets).toBe(0);
  });

  test('a second run changes nothing and reports it', async () => {
    expect(await inTransaction(imports.pool, (client) => runPlacement(client, 'timescaledb'))).toBe(false);
    expect(await imports.query(`SELECT count(*)::int AS n FROM reading`)).toEqual([{ n: 3 }]);
  });

  test('expired readings are dropped by chunk', async () => {
    const cutoffsMs = new Map([['raw', T0 + 2 * DAY_MS] as const]);
    const chunk = { level: 'raw', name: 'public.reading', fromMs: 0, toMs: T0 + 2 * DAY_MS, rows: 2, bytes: 4096 };
    expect(await findOld(imports.pool, cutoffsMs)).toEqual([chunk]);
    const dropped: OldPart[] = [];
    await dropOld(imports.pool, cutoffsMs, new AbortController().signal, (part) => dropped.push(part));
    expect(dropped).toEqual([chunk]);
    expect(await imports.query(`SELECT count(*)::int AS n FROM reading`)).toEqual([{ n: 1 }]);
  });
});
