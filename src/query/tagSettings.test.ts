import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import type { ProfileSetting, TagState } from '../core/inventory/tagProfile';
import { formatStates, formatTagText, parseTagText, readTagSettings, type TagHeadings } from './tagSettings';

const HEADINGS: TagHeadings = {
  deviceType: 'Tipo de dispositivo',
  tag: 'Tag',
  states: 'Estados',
  lowLow: 'Muy bajo',
  low: 'Bajo',
  high: 'Alto',
  highHigh: 'Muy alto',
};

function row(change: Partial<ProfileSetting>): ProfileSetting {
  return { deviceType: '', tag: 'pressure', states: [], limits: {}, ...change };
}

/** Problems as `row column reason found`. */
function listProblems({ problems }: ReturnType<typeof readTagSettings>): string[] {
  return problems.map(({ row: number, column, reason, found }) =>
    [number, column, reason, found].map((part) => part ?? '–').join(' ')
  );
}

describe('saved settings', () => {
  const COMPLETE = {
    deviceType: 'line*',
    tag: 'state',
    states: [
      { value: 0, name: 'stopped' },
      { value: 2, name: 'jam', color: 'dark-red' },
      { value: -1, name: 'fault', color: '#F2495C' },
    ],
    limits: { lowLow: -1.5, low: 0, high: 3, highHigh: 1e6 },
  };

  it('are read as they are', () => {
    expect(readTagSettings([COMPLETE])).toEqual({ rows: [COMPLETE], problems: [] });
  });

  it.each([[undefined], [null], [''], [[]]])('%j has no rows and no problems', (saved) => {
    expect(readTagSettings(saved)).toEqual({ rows: [], problems: [] });
  });

  it('may have texts for numbers, with spaces around everything, and null for what is not there', () => {
    const saved = {
      deviceType: null,
      tag: ' state\t ',
      states: [{ value: ' 1 ', name: ' on\nhand ', color: null }],
      limits: { lowLow: null, low: '−8,5', high: '8.25', highHigh: '1e3' },
    };
    expect(readTagSettings([saved])).toEqual({
      rows: [
        row({
          tag: 'state',
          states: [{ value: 1, name: 'on hand' }],
          limits: { low: -8.5, high: 8.25, highHigh: 1000 },
        }),
      ],
      problems: [],
    });
  });

  it.each<[string, unknown, string[], unknown]>([
    ['no list', { tag: 'a' }, ['– – shape {"tag":"a"}'], []],
    ['no rows', ['pressure', [1], null], ['1 – shape pressure', '2 – shape [1]', '3 – shape null'], []],
    ['a row without a tag', [{ limits: { high: 1 } }], ['1 tag noTag '], [row({ tag: '', limits: { high: 1 } })]],
    [
      'a tag that is no text',
      [{ tag: 7, limits: { high: 1 } }],
      ['1 tag noTag 7'],
      [row({ tag: '', limits: { high: 1 } })],
    ],
    ['a row that says nothing', [{ tag: 'pressure' }], ['1 – noProfile pressure'], [row({})]],
    ['states that are no list', [{ tag: 'pressure', states: 'on' }], ['1 states shape on'], [row({})]],
    ['limits that are no object', [{ tag: 'pressure', limits: [1] }], ['1 – shape [1]'], [row({})]],
    [
      'unusable states',
      [
        {
          tag: 'pressure',
          states: [{ value: 0.5, name: 'a' }, { value: 1 }, { name: 'b' }, 'on', { value: 2, name: 'on' }],
        },
      ],
      ['1 states state 0.5=a', '1 states state 1=', '1 states state =b', '1 states state on'],
      [row({ states: [{ value: 2, name: 'on' }] })],
    ],
    [
      'a value with two names',
      [
        {
          tag: 'pressure',
          states: [
            { value: 0, name: 'off' },
            { value: -0, name: 'on' },
          ],
        },
      ],
      ['1 states sameValue 0'],
      [row({ states: [{ value: 0, name: 'off' }] })],
    ],
    [
      'colors that are none',
      [
        {
          tag: 'pressure',
          states: [
            { value: 0, name: 'off', color: 'url(x)' },
            { value: 1, name: 'on', color: 7 },
          ],
        },
      ],
      ['1 states color url(x)', '1 states color 7'],
      [
        row({
          states: [
            { value: 0, name: 'off' },
            { value: 1, name: 'on' },
          ],
        }),
      ],
    ],
    [
      'limits that are no numbers',
      [{ tag: 'pressure', limits: { lowLow: 'x', low: true, high: '1,000', highHigh: '1.000,5' } }],
      ['1 lowLow number x', '1 low number true', '1 high ambiguousNumber 1,000', '1 highHigh number 1.000,5'],
      [row({})],
    ],
    [
      'limits in another order',
      [{ tag: 'pressure', limits: { low: 5, high: 5, highHigh: 4 } }],
      ['1 high order 5', '1 highHigh order 4'],
      [row({ limits: { low: 5 } })],
    ],
  ])('with %s are used as far as possible, and the rest is named', (_, saved, problems, rows) => {
    const read = readTagSettings(saved);
    expect(listProblems(read)).toEqual(problems);
    expect(read.rows).toEqual(rows);
  });

  it('have at most 500 rows', () => {
    const read = readTagSettings(Array.from({ length: 502 }, () => row({ limits: { high: 1 } })));
    expect([read.rows.length, listProblems(read)]).toEqual([500, ['501 – tooManyRows 502']]);
  });

  it('can be any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const { rows } = readTagSettings([json, { tag: json, states: json, limits: json }]);
        expect(readTagSettings(rows).rows).toEqual(rows);
      }),
      cases(100)
    );
  });
});

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
    expect(parseTagText(text, HEADINGS)).toEqual({ rows: [LINE, PUMP], problems: [] });
  });

  it.each<[string, string, string[]]>([
    ['a limit that is no number', 'pump;pressure;;;;high', ['1 high number high']],
    ['a limit that can be two numbers', '\npump;rpm;;;;3,000', ['2 high ambiguousNumber 3,000']],
    ['limits in the wrong order', 'pump;rpm;;5;4', ['1 low order 4']],
    ['a state without a name', 'line\tstate\t0 off, 1', ['1 states state 1']],
    ['words for states', 'line;state;stopped', ['1 states state stopped']],
    ['no tag', '\n\npump;;;;1', ['3 tag noTag ']],
    ['a device type alone', 'pump', ['1 tag noTag ', '1 – noProfile ']],
    ['nothing about the tag', 'pump;pressure', ['1 – noProfile pressure']],
    ['too many cells', 'pump;pressure;;1;2;3;4;bar', ['1 – tooManyCells bar']],
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
    expect(parseTagText(' \n\t\n', HEADINGS)).toEqual({ rows: [], problems: [] });
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
    limits: fc.constantFrom({}, { high: 8.4 }, { lowLow: -1e-7, low: 0.125, high: 3000, highHigh: 1e21 }),
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
