import { gzipSync } from 'node:zlib';
import type { Field } from './columns.ts';
import type { LayoutOptions } from './layout.ts';
import { openRows } from './openRows.ts';
import type { RawRow } from './rawRow.ts';
import { readingFields } from '../readings/readingRow.ts';

/** Reads a whole file in chunks of a few bytes, to cover every chunk boundary. */
async function readAll(
  file: string | Buffer,
  options: Partial<LayoutOptions & { fields: readonly Field[]; pieceBytes: number }> = {}
) {
  const bytes = Buffer.from(file);
  async function* pieces() {
    const pieceBytes = options.pieceBytes ?? 7;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes);
    }
  }
  const { fields = readingFields({}), encoding = 'utf-8' } = options;
  const opened = await openRows(pieces(), fields, { ...options, encoding });
  const rows: RawRow[] = [];
  for await (const batch of opened.rows) {
    rows.push(...batch);
  }
  return { ...opened, rows };
}

const cellsOf = async (file: string | Buffer, options = {}) =>
  (await readAll(file, options)).rows.map((row) => row.cells);
const HEADER = 'device;tag;ts;value\n';

describe('openRows, CSV', () => {
  it.each([',', ';', '\t', '|'])('detects the delimiter %j', async (delimiter) => {
    const file = `device;tag;ts;value\nA;t;1;2\n`.replaceAll(';', delimiter);
    expect(await cellsOf(file)).toEqual([['A', 't', '1', '2']]);
  });

  it('uses an explicit delimiter and the sep= line of Excel', async () => {
    expect(await cellsOf('device#tag#ts#value\nA#t#1#2', { delimiter: '#' })).toEqual([['A', 't', '1', '2']]);
    expect(await cellsOf('sep=;\ndevice;tag;ts;value\nA;t;1;2')).toEqual([['A', 't', '1', '2']]);
  });

  it('reorders columns by known name to the order of the fields, and trims cells', async () => {
    const file = 'Valor;Fecha Hora;ignored;TAG;Dispositivo\n 2 ;1;x;t;A\n';
    expect(await cellsOf(file)).toEqual([['A', 't', '1', '2']]);
  });

  it('accepts a byte order mark, CRLF, blank lines, rows of empty cells and a missing final line break', async () => {
    const file = `\ufeff\r\ndevice;tag;ts;value\r\nA;t;1;2\r\n\r\n;;;\r\nB;t;1;2`;
    const { rows } = await readAll(file);
    expect(rows.map((row) => [row.line, row.cells[0]])).toEqual([
      [3, 'A'],
      [6, 'B'],
    ]);
  });

  it('counts lines correctly after a quoted field with line breaks', async () => {
    const { rows } = await readAll(`${HEADER}"A\nB";t;1;2\nC;t;1;2\n`);
    expect(rows.map((row) => [row.line, row.cells[0]])).toEqual([
      [2, 'A\nB'],
      [4, 'C'],
    ]);
  });

  it('loses only one row to an unclosed quote', async () => {
    const good = Array.from({ length: 50 }, (_, index) => `A;t;${index};"2"\n`).join('');
    const { rows } = await readAll(`${HEADER}A;"t;0;2\n${good}`);
    expect(rows[0]).toMatchObject({ line: 2, text: 'A;"t;0;2', error: { reason: expect.stringMatching(/quote/) } });
    expect(rows.slice(1).every((row) => !row.error)).toBe(true);
    expect(rows).toHaveLength(51);
  });

  it('loses only one row to an unclosed quote near the end of the file', async () => {
    const { rows } = await readAll(`${HEADER}A;t;0;2\nA;"t;0;2\nA;t;1;2\n`);
    expect(rows.map((row) => row.error?.reason)).toEqual([undefined, 'unclosed quote', undefined]);
  });

  it('rejects a row with a wrong number of columns, with a hint about unquoted decimal commas', async () => {
    const { rows } = await readAll('device,tag,ts,value\nA,t,1,2,5\nA,t,1\n');
    expect(rows.map((row) => row.error?.detail)).toEqual([
      '5 columns instead of the 4 of the header; check for a decimal comma without quotes',
      '3 columns instead of the 4 of the header',
    ]);
  });

  it.each([
    ['', 'the file is empty'],
    ['\n\n  \n', 'the file is empty'],
    ['Report\n\ndevice\n', 'line 3 is not a header with several columns', { headerLine: 2 }],
    ['{"tag":1}\n', '--header-line is for CSV', { format: 'ndjson' as const, headerLine: 1 }],
    [
      'device;tag;ts;reading;comment\n',
      'the header has no column for value; its columns are "device", "tag", "ts", "reading", "comment"',
    ],
    [
      'device;tag;ts;time;value\n',
      'several columns match the field timestamp: "ts" and "time"; choose one with --timestamp-column',
    ],
    ['device,tag,ts,value\nA,t,1,2\n', 'the delimiter is another one (--delimiter)', { delimiter: ';' }],
    [
      'device,tag,ts,value\rA,t,1,2\r',
      "the lines end with CR alone, as on old Macs; convert the file first: tr '\\r' '\\n'",
    ],
    ['{"device":"A"}\r{"device":"B"}\r', 'the lines end with CR alone'],
    ['[{"device":"A"}]', 'the file is a JSON array'],
  ])('rejects %j: %s', async (file, message, options: Parameters<typeof readAll>[1] = {}) => {
    await expect(readAll(file, options)).rejects.toThrow(message);
  });

  it('uses a chosen column even if a known name exists too, and rejects one that does not exist', async () => {
    const file = 'device;tag;ts;time;value\nA;t;1;9;2\n';
    expect(await cellsOf(file, { fields: readingFields({ timestampColumn: 'TIME' }) })).toEqual([['A', 't', '9', '2']]);
    await expect(readAll(file, { fields: readingFields({ timestampColumn: 'when' }) })).rejects.toThrow(
      'the header has no column "when"'
    );
  });

  it('names in one error all options that a file of one device and tag needs', async () => {
    await expect(readAll('Timestamp,Value\n')).rejects.toThrow(
      `the header has no column for device, tag; its columns are "Timestamp", "Value"
  device: if all rows are of one device, add --device CODE (a new one also needs --create-missing --site CODE, and times without an offset --zone); otherwise --device-column NAME chooses the column (recognized names: device, dispositivo, codigo, equipo, asset, machine)
  tag: if all rows are of one tag, add --tag KEY; if each tag has a column of its own, --tag-per-column; otherwise --tag-column NAME chooses the column (recognized names: tag, clave, variable, tagname, punto, point, signal)`
    );
    const { rows } = await readAll('Timestamp,Value\n1,2\n', { fields: readingFields({ device: 'A', tag: 't' }) });
    expect(rows[0]?.cells).toEqual([undefined, undefined, '1', '2']);
  });

  it('takes the only column that is left as that of the values', async () => {
    expect(await cellsOf('device;reading;tag;ts\nA;2;t;1\n')).toEqual([['A', 't', '1', '2']]);
  });

  it('needs no device column if the device is fixed', async () => {
    const { rows } = await readAll('tag;ts;value\nt;1;2\n', { fields: readingFields({ device: 'A' }) });
    expect(rows[0]?.cells).toEqual([undefined, 't', '1', '2']);
  });
});

describe('openRows, encodings', () => {
  it('decodes multi-byte characters across chunks', async () => {
    expect(await cellsOf(`${HEADER}Ñandú;presión °C;1;2\n`, { pieceBytes: 1 })).toEqual([
      ['Ñandú', 'presión °C', '1', '2'],
    ]);
  });

  it('reports the line of the first byte that is not UTF-8, and the likely encoding', async () => {
    const file = Buffer.from(`${HEADER}A;t;1;2\nA;presi\u00f3n;1;2\n`, 'latin1');
    await expect(readAll(file, { pieceBytes: 1000 })).rejects.toThrow(
      'line 3 has bytes that are not utf-8; files of older Windows programs often need --encoding windows-1252'
    );
    expect(await cellsOf(file, { encoding: 'windows-1252' })).toEqual([
      ['A', 't', '1', '2'],
      ['A', 'presión', '1', '2'],
    ]);
  });

  it('reads UTF-16 with --encoding, and detects it without', async () => {
    const file = Buffer.from(`\ufeff${HEADER}A;t;1;2\r\n`, 'utf16le');
    await expect(readAll(file)).rejects.toThrow('add --encoding utf-16le');
    await expect(readAll(file, { encoding: 'UTF8' })).rejects.toThrow('add --encoding utf-16le');
    await expect(readAll(file.subarray(2))).rejects.toThrow('add --encoding utf-16le');
    await expect(readAll(Buffer.from(file.subarray(2)).swap16())).rejects.toThrow('add --encoding utf-16be');
    expect(await cellsOf(file, { encoding: 'utf-16le' })).toEqual([['A', 't', '1', '2']]);
  });

  it('detects a gzipped file without the .gz extension', async () => {
    await expect(readAll(gzipSync(HEADER))).rejects.toThrow('the file is gzipped');
  });

  it('rejects a file without line breaks', async () => {
    await expect(readAll('x'.repeat(1_500_000), { pieceBytes: 65_536 })).rejects.toThrow(
      'longer than a million characters'
    );
    await expect(readAll('A,t,1,2\r'.repeat(150_000), { pieceBytes: 65_536 })).rejects.toThrow(
      'the lines end with CR alone'
    );
  });
});

describe('openRows, NDJSON', () => {
  it('is detected from the first character; keys are matched like columns', async () => {
    const file = '\n{"valor":2.5,"ts":"2026","Dispositivo":"A","extra":{},"tag":" t "}\n\n{"tag":"t","device":"B"}\n';
    const opened = await readAll(file);
    expect(opened.layout.format).toBe('ndjson');
    expect(opened.rows.map((row) => [row.line, row.cells])).toEqual([
      [2, ['A', 't', '2026', 2.5]],
      [4, ['B', 't', undefined, undefined]],
    ]);
  });

  it('rejects only the lines that are not JSON objects', async () => {
    const { rows } = await readAll('{"tag":1}\n{"tag":\n[1]\n"x"\n{"tag":2}\n');
    expect(rows.map((row) => row.error?.reason)).toEqual([
      undefined,
      'invalid JSON',
      'not a JSON object',
      'not a JSON object',
      undefined,
    ]);
  });
});
