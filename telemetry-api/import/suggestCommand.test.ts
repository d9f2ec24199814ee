import type { ReadingOptions } from './readingOptions.ts';
import { suggestCommand } from './suggestCommand.ts';

const PLAIN: ReadingOptions = {
  ...{
    encoding: 'utf-8',
    timeFormat: 'iso',
    repeatedHour: 'order',
    minQuality: 'uncertain',
    onConflict: 'keep',
    area: 'General',
    unit: '',
  },
};
const ASK_FOR_ZONE =
  '  Add the time zone in which the times were written, such as --zone Europe/Madrid or --zone UTC: the times have no offset.';

function suggest(text: string | Buffer, given: Partial<ReadingOptions> = {}, siteZone?: string): string[] {
  return suggestCommand(
    'data/Prensa 1.csv',
    { bytes: Buffer.from(text), isCut: false },
    { ...PLAIN, ...given },
    siteZone
  );
}

const EUROPEAN = `Fecha y hora;Temperatura;Presión
31/12/2025 23:59;12,5;1,0
01/01/2026 00:00;13;1,5
`;

describe('the command for a file that the options do not read', () => {
  it('has everything that a European file of one machine needs, and explains what it guesses', () => {
    expect(suggest(EUROPEAN)).toEqual([
      'To read 2 of the first 2 rows instead of 0:',
      `  npm run -s api -- import readings 'data/Prensa 1.csv' --tag-per-column --device Prensa_1 --timestamp-column 'Fecha y hora' --time-format 'dd/MM/yyyy HH:mm' --decimal-comma --create-missing --site PLANT`,
      ASK_FOR_ZONE,
      '  Choose your own --device.',
      '  Leave out --create-missing and --site if the devices exist.',
      '  Each of 2 columns is a tag with the name of the column.',
    ]);
  });

  it('is one for a wide file, whatever its columns', () => {
    const columns = Array.from({ length: 200 }, (_, index) => `Sonda ${index}`);
    const row = (minute: number) => `01/01/2026 00:0${minute};${columns.map((_, index) => `${index},5`).join(';')}`;
    const lines = suggest(['Hora', ...columns].join(';') + `\n${row(1)}\n${row(2)}\n`);
    expect(lines.filter((line) => line.includes('npm run'))).toHaveLength(1);
    expect(lines[1]).toContain(' --tag-per-column ');
    expect(lines.join('\n').length).toBeLessThan(600);
    const ofOne = suggest(EUROPEAN, { tag: 'temp', device: 'P' });
    expect(ofOne.at(-1)).toBe(
      '  To import 1 more columns at once, leave out --tag and --value-column and add --tag-per-column.'
    );
  });

  it.each<[string, string, number | undefined]>([
    ['a report has lines above', `Informe de planta;Norte\nDesde;01/01/2026\n\n${EUROPEAN}`, 4],
    ['a line above has no delimiter', `Planta Norte\n${EUROPEAN}`, 2],
    ['the header is the first line', EUROPEAN, undefined],
    ['Excel declares the delimiter', `sep=;\n${EUROPEAN}`, undefined],
  ])('has the line of the header where %s', (_, text, line) => {
    const lines = suggest(text);
    expect(lines[0]).toBe('To read 2 of the first 2 rows instead of 0:');
    expect(/--header-line (\d+)/.exec(lines[1]!)?.[1]).toBe(line === undefined ? undefined : String(line));
    expect(lines).toEqual(
      line === undefined
        ? expect.not.arrayContaining([expect.stringContaining('The column names')])
        : expect.arrayContaining([`  The column names are in line ${line}; the lines above are left out.`])
    );
  });

  it.each([['iso'], ['epoch-s'], ['epoch-ms']])(
    'asks for one unit of Unix times, with --time-format %s',
    (timeFormat) => {
      const text = 'when,x\n1767225600,1\n1767225660000,2\n1767225720,3\n1767225780.5,4\n';
      expect(suggest(text, { timeFormat })).toEqual([
        '"when" has Unix times in seconds (3 of the first 4) and in milliseconds (1). Write all of them in milliseconds first: append 000 to those with 10 digits. Then import with --time-format epoch-ms.',
      ]);
    }
  );

  it('has the time zone of the site, where that is known', () => {
    const lines = suggest(EUROPEAN, { siteZone: 'America/Santiago' }, 'America/Santiago');
    expect(lines[1]).toContain(' --zone America/Santiago ');
    expect(lines).toContain('  --zone is the time zone of the site.');
    expect(suggest(EUROPEAN, { zone: 'Europe/Madrid' }, 'America/Santiago')[1]).toContain(' --zone Europe/Madrid ');
  });

  it.each([
    ['skips', '29/03/2026 02:30'],
    ['repeats', '25/10/2026 02:30'],
  ])('asks for the time zone where that of the site %s a time of the file', (_, time) => {
    const text = EUROPEAN.replace('01/01/2026 00:00', time);
    const lines = suggest(text, {}, 'Europe/Madrid');
    expect(lines[0]).toBe('To read 2 of the first 2 rows instead of 0:');
    expect(lines[1]).not.toContain('--zone');
    expect(lines[2]).toBe(
      '  Add the time zone in which the times were written, such as --zone Europe/Madrid or --zone UTC: in Europe/Madrid, the zone of the site, the clocks skip or repeat 1 of the first 2 times.'
    );
    expect(suggest(text, {}, 'America/Santiago')[1]).toContain(' --zone America/Santiago ');
  });

  it('asks for no time zone where the times have an offset', () => {
    const text = 'Hora;Valor\n2026-10-25T02:30:00+02:00;12,5\n';
    expect(suggest(text, {}, 'Europe/Madrid').join('\n')).not.toContain('--zone');
    expect(suggest(text).join('\n')).not.toContain('--zone');
  });

  it('keeps what was given and adds what lacks', () => {
    const given = {
      ...{ device: 'PRESS-1', tag: 'temperature', zone: 'Europe/Madrid', createMissing: true, site: 'NORTE' },
      ...{ timestampColumn: 'Fecha y hora', valueColumn: 'Temperatura', timeFormat: 'dd/MM/yyyy HH:mm', unit: '°C' },
    };
    expect(suggest(EUROPEAN, given)).toEqual([
      'To read 2 of the first 2 rows instead of 1:',
      expect.stringContaining('--zone Europe/Madrid --decimal-comma --create-missing --site NORTE --unit '),
    ]);
  });

  it('is left out where it would read the same rows, such as those of the only column that is left', () => {
    const given = { device: 'PRESS-1', tag: 'temperature', createMissing: true, site: 'NORTE' };
    expect(suggest('time,temperature\n2026-01-31T10:00:00Z,7.5\n2026-01-31T10:01:00Z,Bad\n', given)).toEqual([]);
  });

  it.each<[string, string | Buffer, string]>([
    [
      'device and tag by what columns contain',
      'Máquina;Señal;Cuándo;Lectura\nP-1;temp;2026-01-31T10:00:00Z;7.5\nP-2;temp;2026-01-31T10:00:00Z;7.5\n',
      '--device-column Máquina --tag-column Señal --timestamp-column Cuándo --value-column Lectura --create-missing',
    ],
    ['Latin-1', Buffer.from('ts;Presi\u00f3n\n2026-01-31T10:00:00Z;7.5\n', 'latin1'), '--encoding windows-1252 '],
    ['UTF-16', Buffer.from('\ufeffts;value\n2026-01-31T10:00:00Z;7.5\n', 'utf16le'), '--encoding utf-16le '],
    ['Unix time', 'device,tag,ts,value\nA,t,1767225600,1\n', '--time-format epoch-s '],
    ['Unix time in ms', 'device,tag,ts,value\nA,t,1767225600123,1\n', '--time-format epoch-ms '],
    ['digits alone', 'device,tag,ts,value\nA,t,20260131235959,1\n', '--time-format yyyyMMddHHmmss --create'],
    ['the month first', 'device,tag,ts,value\nA,t,1/31/2026 3:04:05 PM,1\n', `--time-format 'M/d/yyyy h:mm:ss a' `],
    [
      'days with one digit',
      'device,tag,ts,value\nA,t,9/1/26 9:05,1\nA,t,10/1/26 10:05,1\n',
      `--time-format 'd/M/yy H:mm' `,
    ],
    [
      'an offset',
      'device,tag,ts,value\nA,t,31.12.2026 23:59:59.5 +0100,1\n',
      `--time-format 'dd.MM.yyyy HH:mm:ss.S X' --create`,
    ],
  ])('recognizes %s', (_, text, options) => {
    expect(suggest(text)[1]).toContain(options);
  });

  it.each(['Batch', 'Lote nº', 'Charge', 'Comentario', 'Turno'])('takes no text of %s for a tag', (name) => {
    const lines = suggest(`ts,${name},Level\n2026-01-31T10:00:00Z,Batch A-17,1\n2026-01-31T10:01:00Z,Batch A-18,2\n`);
    expect(lines[1]).toContain(' --device Prensa_1 --tag Level ');
  });

  it.each([
    ['the declared delimiter', `sep=#\n${EUROPEAN.replaceAll(';', '#')}`, ''],
    ['the delimiter where another one is declared', `sep=,\n${EUROPEAN}`, `--delimiter ';' `],
  ])('takes %s', (_, text, option) => {
    expect(suggest(text)[1]).toContain(`'data/Prensa 1.csv' ${option}--tag-per-column `);
  });

  it('leaves no column out whose numbers are texts for a spreadsheet', () => {
    const lines = suggest("Fecha;a;b\n31/12/2025 23:59;1;'-5\n01/01/2026 00:00;2;'-6\n");
    expect(lines[0]).toBe('To read 2 of the first 2 rows instead of 0:');
    expect(lines[1]).not.toContain('--ignore-column');
    expect(lines).toContain('  Each of 2 columns is a tag with the name of the column.');
  });

  it('leaves texts of a wide file out, and says what is possible', () => {
    const lines = suggest('ts,a,b,Batch\n2026-01-31T10:00:00Z,1,2,Batch A-17\n2026-01-31T10:01:00Z,2,3,\n');
    expect(lines[1]).toContain(' --tag-per-column --ignore-column Batch ');
    expect(lines).toContain(
      '  Left out: "Batch", with texts. A reading is a number: of batches, export the numbers, or give each text one with --states.'
    );
  });

  it('names both readings of a date in which the month can come first', () => {
    expect(suggest('device,tag,ts,value\nA,t,03/04/2026 10:00,1\n')).toContain(
      "  If the month comes before the day: --time-format 'MM/dd/yyyy HH:mm'"
    );
  });

  it('asks to join date and time of two columns', () => {
    expect(suggest('Fecha;Hora;Valor\n31/12/2026;23:59;1\n')).toEqual([
      'Date and time are in two columns. Join them in one first, such as "31/12/2026 23:59".',
    ]);
  });

  it.each([
    ['is read', 'device,tag,ts,value\nA,t,2026-01-31T10:00:00Z,1\n'],
    ['has single wrong rows', 'device,tag,ts,value\nA,t,2026-01-31T10:00:00Z,1.5\nA,t,2026-01-31T10:00:00Z,"1,5"\n'],
    ['has no times', 'a,b\nx,1\n'],
    ['has no rows', 'device,tag,ts,value\n'],
    ['is NDJSON', '{"ts":"31/12/2026","value":1}\n'],
    ['is empty', ''],
  ])('is silent about a file that %s', (_, text) => {
    expect(suggest(text)).toEqual([]);
  });
});
