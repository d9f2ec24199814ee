import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import type { ProfileSetting, TagState } from '../core/inventory/tagProfile';
import type { TagHeadings } from './tagColumns';
import { formatStates, formatTagText, parseTagText } from './tagText';
import type { readTagSettings } from './tagSettings';

const HEADINGS: TagHeadings = {
  deviceType: 'Tipo de dispositivo',
  tag: 'Tag',
  states: 'Estados',
  lowLow: 'Muy bajo',
  low: 'Bajo',
  high: 'Alto',
  highHigh: 'Muy alto',
  rolloverAt: 'Da la vuelta en',
  maxPerHour: 'Mayor aumento por hora',
  replaced: 'Sustituido',
};

function row(change: Partial<ProfileSetting>): ProfileSetting {
  return { deviceType: '', tag: 'pressure', states: [], limits: {}, ...change };
}

function replaced(device: string, at: string, last: number, first: number) {
  return { device, at, last, first };
}

/** Problems as `row column reason found`. */
function listProblems({ problems }: ReturnType<typeof readTagSettings>): string[] {
  return problems.map(({ row: number, column, reason, found }) =>
    [number, column, reason, found].map((part) => part ?? '–').join(' ')
  );
}

describe('a pasted text', () => {
  const LINE = row({
    deviceType: 'line',
    tag: 'state',
    states: [
      { value: 0, name: 'stopped' },
      { value: 1, name: 'running', color: 'green' },
    ],
  });
  const PUMP = row({ deviceType: 'pump', limits: { low: 1.5, high: 8.4 } });

  it.each([
    ['tabs', 'line\tstate\t0=stopped, 1=running [green]\npump\tpressure\t\t\t1,5\t8,4\t'],
    ['semicolons', 'line;state;0 stopped / 1 running [green]\r\npump;pressure;;;1,5;8,4\r\n'],
    ['commas and quotes', 'line,state,"0: stopped, 1: running [green]"\n\n"pump",pressure,,,"1,5",8.4'],
    [
      'headings in the language of the user',
      'TAG;tipo de dispositivo;Estados;alto;bajo\nstate;line;0=stopped|1=running[green]\npressure;pump;;8.4;1.5',
    ],
    [
      'headings as in JSON',
      'deviceType,tag,states,low,high\nline,state,0 stopped / 1 running [green]\npump,pressure,,1.5,8.4',
    ],
    [
      'abbreviations',
      'tag\tdeviceType\tstates\tH\tL\nstate\tline\t0 stopped|1 running [green]\npressure\tpump\t\t8.4\t1.5',
    ],
  ])('with %s is read', (_, text) => {
    expect(parseTagText(text, HEADINGS)).toEqual({ rows: [LINE, PUMP], problems: [], continued: [] });
  });

  it.each([
    ['English', 'Equipment type\tTag name\tLow limit\tHigh limit\tState names'],
    ['German', 'Gerätetyp\tMessstelle\tUnterer Grenzwert\tOberer Grenzwert\tZustände'],
    ['short German', 'Typ\tSignal\tTief\tHoch\tZustand'],
    ['Spanish', 'Tipo de equipo\tSeñal\tLímite inferior\tLímite superior\tEstados'],
    ['plain Spanish', 'Tipo\tVariable\tBajo\tAlto\tEstado'],
    ['French', 'Type d’appareil\tPoint de mesure\tSeuil bas\tSeuil haut\tÉtats'],
    ['short French', "type d'équipement\tRepère\tBas\tHaut\tÉtat"],
    ['Portuguese', 'Tipo de equipamento\tVariável\tLimite inferior\tLimite superior\tEstados'],
    ['short Portuguese', 'Tipo\tSinal\tBaixo\tAlto\tEstado'],
    ['upper case with units', 'DEVICE TYPE\tTAG\tMIN LIMIT [bar]\tMAX. LIMIT (bar)\tSTATES'],
    ['alarm systems', 'Type\tTag\tLo\tHi\tStates'],
  ])('can have headings as in %s', (_, headings) => {
    const { rows, problems } = parseTagText(`${headings}\npump\tpressure\t1.5\t8.4\t0=off, 1=on`, HEADINGS);
    const states = [
      { value: 0, name: 'off' },
      { value: 1, name: 'on' },
    ];
    expect([rows, problems]).toEqual([[{ ...PUMP, states }], []]);
  });

  it.each([
    'LoLo;Lo;Hi;HiHi',
    'LL;L;H;HH',
    'Low-Low;Low;High;High-High',
    'lo_lo;lo;hi;hi_hi',
    'Alarm LL;Alarm L;Alarm H;Alarm HH',
    'Alarme très bas;Seuil d’alarme bas;Seuil d’alarme haut;Alarme très haut',
    'LL-Grenzwert;Límite mínimo;Límite máximo;HH-Grenzwert',
    'Sehr tief;Tief;Hoch;Sehr hoch',
    'Tief-Tief;Tief;Hoch;Hoch-Hoch',
    'Muy bajo;Bajo;Alto;Muy alto',
    'Límite bajo-bajo;Límite bajo;Límite alto;Límite alto-alto',
    'Très bas;Bas;Haut;Très haut',
    'Muito baixo;Baixo;Alto;Muito alto',
  ])('can have the limits %s', (headings) => {
    const { rows, problems } = parseTagText(`Tag;${headings}\npressure;1;2;3;4`, HEADINGS);
    expect([rows, problems]).toEqual([[row({ limits: { lowLow: 1, low: 2, high: 3, highHigh: 4 } })], []]);
  });

  it.each<[string, string]>([
    ['braces', '{0=stopped, 1=running [green]}'],
    ['angle brackets', '<0=stopped; 1=running [green]>'],
    ['round brackets', '(0 stopped, 1 running [green])'],
    ['square brackets', '[0: stopped, 1: running [green]]'],
    ['arrows', '0=>stopped, 1 => running [green]'],
    ['thin arrows', '0->stopped / 1 -> running [green]'],
    ['dashes', '0 - stopped, 1 – running [green]'],
    ['spaces', '0=stopped 1=running [green]'],
    ['hexadecimal numbers', '0x0=stopped, 0x01=running [green]'],
    ['“and”', '0=stopped and 1=running [green]'],
    ['a separator at the end', '0=stopped; 1=running [green];'],
    ['an assignment', '0:=stopped, 1:=running [green]'],
  ])('can have states with %s', (_, states) => {
    const { rows, problems } = parseTagText(`line\tstate\t"${states}"`, HEADINGS);
    expect([rows, problems]).toEqual([[LINE], []]);
  });

  it.each([
    '0=off, 1=on, other=fault',
    'other=fault, 0=off, 1=on',
    '{0=off, 1=on',
    '0=off, 1=on}',
    '0=off, 1=on>',
    '0: off, other: fault',
    '0=off, 1=on, 2..5=trip',
    '{"0":"off","1":"on"}',
    '16#0=off, 16#1=on',
    '0=on=off',
    '0=normal, 1=>8 bar',
  ])('says so where states cannot be read as a whole: %s', (states) => {
    const { problems } = parseTagText(`line\tstate\t${states}`, HEADINGS);
    expect(problems.map(({ reason }) => reason)).toContain('state');
  });

  it.each(['1.000', '1,000', '12.345', '-999.999', '+8.125', ' 3.000 '])(
    'a limit of %s could be thousands',
    (limit) => {
      const read = parseTagText(`line\tspeed\t\t\t\t${limit}`, HEADINGS);
      expect(listProblems(read)).toEqual([`1 high ambiguousNumber ${limit.trim()}`]);
    }
  );

  it.each([
    ['1.0', 1],
    ['1.00', 1],
    ['1.0000', 1],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['1000', 1000],
    ['1000.125', 1000.125],
    ['01.000', 1],
  ])('a limit of %s is %d', (limit, high) => {
    expect(parseTagText(`pump\tpressure\t\t\t\t${limit}`, HEADINGS).rows).toEqual([
      row({ deviceType: 'pump', limits: { high } }),
    ]);
  });

  it.each<[string, string, string]>([
    ['Swedish', 'Maskintyp\tGivare\tHög\nlinea\tspeed\t950', '1 – headingLine Maskintyp, Givare, Hög'],
    ['other words', 'Zone;Asset;Comment;Owner\nx;y;;;;9', '1 – headingLine Zone, Asset, Comment, Owner'],
    ['one known word', 'Tag;Hög\nspeed;950', '1 – heading Hög'],
    ['known words, but no tag', 'Type;High\nlinea;950', '1 – headingLine Type, High'],
    ['the ends of a measuring range', 'Tag;Min;High\nspeed;1;9', '1 – heading Min'],
    ['a column of no use', 'Tag;High;Owner\nspeed;950;me', '1 – heading Owner'],
  ])('a line of headings that cannot be used is named as one: %s', (_, text, problem) => {
    expect(listProblems(parseTagText(text, HEADINGS))).toEqual([problem]);
  });

  it('does not take a row for headings because its names could be some', () => {
    const read = parseTagText('signal;state;0 stopped, 1 running [green]\npump;pressure;;;1.5;8.4', HEADINGS);
    expect([read.rows, read.problems]).toEqual([[{ ...LINE, deviceType: 'signal' }, PUMP], []]);
  });

  it.each<[string, string, ProfileSetting[], string[]]>([
    [
      'for the device type',
      'line;speed;;;;9\n;level;;;;5\npump;level;;;;6',
      [
        row({ deviceType: 'line', tag: 'speed', limits: { high: 9 } }),
        row({ deviceType: 'line', tag: 'level', limits: { high: 5 } }),
        row({ deviceType: 'pump', tag: 'level', limits: { high: 6 } }),
      ],
      ['2 deviceType line'],
    ],
    [
      'for the tag',
      'line;speed;;;;9\npump;;;;;6',
      [
        row({ deviceType: 'line', tag: 'speed', limits: { high: 9 } }),
        row({ deviceType: 'pump', tag: 'speed', limits: { high: 6 } }),
      ],
      ['2 tag speed'],
    ],
    [
      'for both, with a state per line',
      'line;state;0=stopped\n;;1=running [green]\npump;pressure;;;1.5\n;;;;;8.4',
      [LINE, PUMP],
      ['2 deviceType line', '2 tag state', '4 deviceType pump', '4 tag pressure'],
    ],
    [
      'under headings, over many lines',
      'High\tTag\tType\n9\tspeed\tline\n8\tlevel\t\n7\tflow\t',
      ['speed 9', 'level 8', 'flow 7'].map((text) => {
        const [tag = '', high] = text.split(' ');
        return row({ deviceType: 'line', tag, limits: { high: Number(high) } });
      }),
      ['3 deviceType line', '4 deviceType line'],
    ],
    [
      'but every type where there is none above, or a star',
      ';speed;;;;9\n;level;;;;5\nline;level;;;;4\n*;flow;;;;3\n;torque;;;;2',
      [
        row({ tag: 'speed', limits: { high: 9 } }),
        row({ tag: 'level', limits: { high: 5 } }),
        row({ deviceType: 'line', tag: 'level', limits: { high: 4 } }),
        row({ tag: 'flow', limits: { high: 3 } }),
        row({ tag: 'torque', limits: { high: 2 } }),
      ],
      [],
    ],
  ])('an empty cell under a merged one continues it: %s', (_, text, rows, continued) => {
    const read = parseTagText(text, HEADINGS);
    expect([read.rows, read.problems]).toEqual([rows, []]);
    expect(read.continued.map(({ line, column, value }) => [line, column, value].join(' '))).toEqual(continued);
  });

  it.each<[string, ProfileSetting['meter']]>([
    [
      'CMP-01 2026-09-14T09:30+02:00 98265.7 -> 12',
      { replaced: [replaced('CMP-01', '2026-09-14T09:30+02:00', 98_265.7, 12)] },
    ],
    ['2026-09-14 09:30:15Z 98265,7 => 0', { replaced: [replaced('', '2026-09-14 09:30:15Z', 98_265.7, 0)] }],
    [
      'Line 2 pump 2026-09-14 09:30 +02:00 5 → -1',
      { replaced: [replaced('Line 2 pump', '2026-09-14 09:30 +02:00', 5, -1)] },
    ],
    [
      'A 2026-01-02T03:04Z 5 6; B 2026-02-03T04:05Z 7->8',
      { replaced: [replaced('A', '2026-01-02T03:04Z', 5, 6), replaced('B', '2026-02-03T04:05Z', 7, 8)] },
    ],
  ])('has replacements of meters: %s', (cell, meter) => {
    const { rows, problems } = parseTagText(`Signal\tZählerwechsel\nkwh\t${cell}`, HEADINGS);
    expect(problems).toEqual([]);
    expect(rows).toEqual([row({ tag: 'kwh', meter })]);
  });

  it('has numbers of meters, by headings in several languages', () => {
    for (const heading of ['Rollover\tMax per hour', 'Überlauf\tMax pro Stunde', 'Vuelta a cero\tMáximo por hora']) {
      const { rows } = parseTagText(`tag\t${heading}\nkwh\t9999\t2,5`, HEADINGS);
      expect(rows).toEqual([row({ tag: 'kwh', meter: { rolloverAt: 9999, maxPerHour: 2.5 } })]);
    }
  });

  it('adds what lines below merged cells say of a meter', () => {
    const lines = [
      'tag;rollover;maxperhour;replaced',
      'kwh;9999;;2026-01-02T03:04Z 5 6',
      ';;500;',
      ';;;2026-02-03T04:05Z 7 8',
      ';8888;;',
    ];
    const { rows, problems } = parseTagText(lines.join('\n'), HEADINGS);
    expect(rows[0]?.meter).toMatchObject({ rolloverAt: 9999, maxPerHour: 500, replaced: [{ last: 5 }, { last: 7 }] });
    expect(listProblems({ rows, problems })).toEqual(['5 rolloverAt sameLimit 8888']);
  });

  it('names a limit that a merged cell has twice, and a state', () => {
    const read = parseTagText('line;speed;0=off;;;9\n;;0=on;;;8', HEADINGS);
    expect(listProblems(read)).toEqual(['2 high sameLimit 8', '1 states sameValue 0']);
  });

  it.each<[string, string, string[]]>([
    ['a limit that is no number', 'pump;pressure;;;;high', ['1 high number high']],
    ['a register that ends at 0', 'tag;rollover\npump;0', ['2 rolloverAt positive 0']],
    [
      'a replacement without an offset',
      'tag,replaced\nkwh,2026-09-14 09:30 5 6',
      ['2 replaced replacement 2026-09-14 09:30 5 6'],
    ],
    [
      'a replacement without a value',
      'tag,replaced\nkwh,2026-09-14 09:30Z 5',
      ['2 replaced replacement 2026-09-14 09:30Z 5'],
    ],
    ['a limit that can be two numbers', '\npump;rpm;;;;3,000', ['2 high ambiguousNumber 3,000']],
    ['limits in the wrong order', 'pump;rpm;;5;4', ['1 low order 4']],
    ['a state without a name', 'line\tstate\t0 off, 1', ['1 states state 1']],
    ['words for states', 'line;state;stopped', ['1 states state stopped']],
    ['no tag', '\n\npump;;;;1', ['3 tag noTag ']],
    ['a device type alone', 'pump', ['1 tag noTag ', '1 – noProfile ']],
    ['nothing about the tag', 'pump;pressure', ['1 – noProfile pressure']],
    ['too many cells', 'pump;pressure;;1;2;3;4;;;;bar', ['1 – tooManyCells bar']],
    ['an unknown heading', 'tag;high;note\npressure;1;x', ['1 – heading note']],
    ['a heading twice', 'tag;high;H\npressure;1;2', ['1 – heading H']],
    ['a line after a cell with line breaks', 'line;state;"0 off\n/ 1 on"\npump;pressure;;x', ['3 lowLow number x']],
    ['a quote that is not closed', 'pump;pressure;"0 off\npump;rpm;;;1', ['1 – openQuote 0 off pump;rpm;;;1']],
  ])('with %s has an error at its line', (_, text, problems) => {
    expect(listProblems(parseTagText(text, HEADINGS)).map((problem) => problem.replace(/\s+/g, ' '))).toEqual(
      problems.map((problem) => problem.replace(/\s+/g, ' '))
    );
  });

  it('without anything in it has no rows', () => {
    expect(parseTagText(' \n\t\n', HEADINGS)).toEqual({ rows: [], problems: [], continued: [] });
  });

  it('can be any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '0', '1', '=', ',', ';', '\t', '\n', '\r', '"', '[', ']', ' '),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (pasted) => {
        const { rows, problems } = parseTagText(pasted, HEADINGS);
        const isSilent = rows.length + problems.length === 0;
        expect(isSilent && /[^;,"\s]/.test(pasted)).toBe(false);
      }),
      cases(100)
    );
  });
});

const NAME = fc.stringMatching(/^[a-zñ"[({][a-z0-9 ,;/|"[\]()]{0,12}[a-z\])"]$/).filter((name) => !/\s\s/.test(name));
const STATES = fc.uniqueArray(
  fc.record<TagState>(
    {
      value: fc.integer({ min: -99, max: 9999 }),
      name: NAME,
      color: fc.constantFrom('green', 'dark-red', '#F2495C', 'rgba(1, 2, 3, 0.5)'),
    },
    { requiredKeys: ['value', 'name'] }
  ),
  { maxLength: 5, selector: ({ value }) => value }
);
const ROWS = fc.array(
  fc.record({
    deviceType: fc.constantFrom('', 'pump', '/^pump, "a";/i', '"quoted"'),
    tag: NAME,
    states: STATES,
    limits: fc.constantFrom(
      {},
      { high: 8.4 },
      { low: 8.125, high: 999.999 },
      { lowLow: -1e-7, low: 0.125, high: 3000, highHigh: 1e21 }
    ),
    meter: fc.constantFrom<ProfileSetting['meter']>(
      { rolloverAt: 9.999 },
      { maxPerHour: 1e21, replaced: [replaced('', '2026-09-14 09:30 +02:00', -1.234, 0)] },
      { replaced: [replaced('Line 2', '2026-01-02T03:04:05.678Z', 1e-7, 5), replaced('', '2026-01-02T03:04Z', 1, 2)] }
    ),
  }),
  { maxLength: 4 }
);

it('a copied text is read as the same rows', () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      expect(parseTagText(formatTagText(rows, HEADINGS), HEADINGS).rows).toEqual(rows);
    }),
    cases(100)
  );
});

it('states are written with their colors', () => {
  expect(
    formatStates([
      { value: 0, name: 'off' },
      { value: 1, name: 'on [hand]' },
      { value: 2, name: 'trip', color: 'red' },
    ])
  ).toBe('0=off, 1=on [hand] [], 2=trip [red]');
});
