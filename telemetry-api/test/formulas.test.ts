import { exportPages } from '../exports/exportPages.ts';
import { readTagIds, upsertDevices } from '../store/inventory/inventory.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { openTestImports, type TestImports } from './support/testImports.ts';
import { testDevice } from './support/testService.ts';

/** Texts that a spreadsheet would take for formulas, or split into cells that are some, and harmless ones like them. */
const CODES = ['=1+1', '+24V', '-B7', '@SUM(A1)', "=cmd|'/C calc'!A0", "'=1", "''+x", "'quoted'", 'a;=1', 'plain'];
const T0 = Date.UTC(2026, 5, 1);

let imports: TestImports;

beforeAll(async () => {
  imports = await openTestImports();
});

afterAll(() => imports.close());

async function exported(format: 'csv' | 'ndjson', tagIds: readonly number[]): Promise<string> {
  const chunks: Uint8Array[] = [];
  const content = { format, tagIds, level: 'raw', fromMs: T0, toMs: T0 + 86_400_000 } as const;
  for await (const { bytes } of exportPages(imports.pool, content)) {
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

it('no text of an export is a formula for a spreadsheet, and the import reads back every one of them', async () => {
  await upsertDevices(
    imports.pool,
    CODES.map((code) => testDevice(code, { tags: [{ key: code, name: code, unit: '', kind: 'measurement' }] }))
  );
  const ids = await readTagIds(imports.pool);
  const tagIds = CODES.map((code) => ids.get(code)!.get(code)!);
  await writeReadings(
    imports.pool,
    { tagIds, tsEpochMs: tagIds.map(() => T0), values: tagIds.map(() => -1.5) },
    { onConflict: 'keep' }
  );

  const csv = await exported('csv', tagIds);
  const cells = csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',2026-')[0]!);
  expect(cells).toContain("'=1+1,'=1+1");
  expect(cells).toContain("'-B7,'-B7");
  expect(cells).toContain('"a;=1","a;=1"');
  expect(cells.filter((cell) => /(^|,)"?[=+\-@\t]/.test(cell))).toEqual([]);
  // A number stays one.
  expect(csv).toContain(',-1.5\r\n');

  for (const text of [csv, await exported('ndjson', tagIds)]) {
    const { report } = await imports.readings(text);
    expect(report).toEqual(expect.arrayContaining(['10  already stored with the same value', '0  new', '0  rejected']));
  }
});
