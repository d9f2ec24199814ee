import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import type { ProfileSetting } from '../core/inventory/tagProfile';
import { readTagSettings } from './tagSettings';

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
    meter: {
      rolloverAt: 10_000,
      maxPerHour: 0.5,
      replaced: [{ device: 'CMP-01', at: '2026-09-14T09:30+02:00', last: 98_265.7, first: 12 }],
    },
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
    [
      'numbers of meters that are not above 0',
      [{ tag: 'pressure', meter: { rolloverAt: 0, maxPerHour: '-2' } }],
      ['1 rolloverAt positive 0', '1 maxPerHour positive -2'],
      [row({})],
    ],
    [
      'replacements without an instant or a value',
      [
        {
          tag: 'pressure',
          meter: {
            rolloverAt: '9999',
            replaced: [
              { at: '2026-09-14 09:30', last: 5, first: 1 },
              { device: 'CMP-01', at: '2026-09-14 09:30Z', last: 5 },
              { at: '2026-09-31T09:30Z', last: 5, first: 0 },
              { at: '2026-09-14 09:30 Z', last: '5,5', first: 0 },
              7,
            ],
          },
        },
        { tag: 'pressure', meter: { replaced: 'x' } },
        { tag: 'pressure', meter: [] },
      ],
      [
        '1 replaced replacement 2026-09-14 09:30 5 -> 1',
        '1 replaced replacement CMP-01 2026-09-14 09:30Z 5 -> ?',
        '1 replaced replacement 2026-09-31T09:30Z 5 -> 0',
        '1 replaced replacement 7',
        '2 replaced shape x',
        '3 – shape []',
      ],
      [
        row({
          meter: { rolloverAt: 9999, replaced: [{ device: '', at: '2026-09-14 09:30 Z', last: 5.5, first: 0 }] },
        }),
        row({}),
        row({}),
      ],
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
