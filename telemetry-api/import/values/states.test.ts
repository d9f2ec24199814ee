import { areStates, parseStates, stateOfWord, stateReader } from './states.ts';

test.each(['true', 'On', ' ON ', 'Sí', 'läuft', 'En marche'])('%j is 1', (word) => {
  expect(stateOfWord(word)).toBe(1);
});

test.each(['false', 'Off', 'nein', 'Arrêt', 'Not running', 'not_running'])('%j is 0', (word) => {
  expect(stateOfWord(word)).toBe(0);
});

// Single letters are recipes, shifts and directions of the wind.
test.each(['FAULT', 'idle', 'N', 'Y', 't', 'f', 'auto', 'Batch A-17', '', '1', 'NaN', 'constructor'])(
  '%j is no known state',
  (word) => {
    expect(stateOfWord(word)).toBeUndefined();
  }
);

test('cells are states if all are, and both are there', () => {
  expect(areStates(['ON', 'OFF', 'NaN'])).toBe(true);
  expect(areStates(['ON', 'ON'])).toBe(false);
  expect(areStates(['ON', 'OFF', 'Level'])).toBe(false);
});

describe('numbers that are given', () => {
  it('are of all tags, or of one, whose tag can have a colon', () => {
    expect(parseStates('ON=1,OFF=0, FAULT = 2')).toMatchObject({
      tag: undefined,
      numbers: new Map([
        ['on', 1],
        ['off', 0],
        ['fault', 2],
      ]),
    });
    expect(parseStates('Line 1:Pump: ON=10')).toMatchObject({ tag: 'Line 1:Pump', numbers: new Map([['on', 10]]) });
  });

  it('can be negative, or none, for words with commas and spaces', () => {
    expect(parseStates('Bad, by hand=,Not Used=-1.5').numbers).toEqual(
      new Map([
        ['bad, by hand', undefined],
        ['not used', -1.5],
      ])
    );
  });

  it.each([
    ['', 'is not a list such as ON=1,OFF=0,FAULT=2'],
    ['ON', 'is not a list such as ON=1,OFF=0,FAULT=2'],
    ['ON=1,OFF', 'is not a list such as ON=1,OFF=0,FAULT=2'],
    ['ON=1=2', 'is not a list such as ON=1,OFF=0,FAULT=2'],
    ['ON=yes', '"ON" needs a number behind the =, or nothing for no value'],
  ])('%j: %s', (text, message) => {
    expect(() => parseStates(text)).toThrow(message);
  });

  it('have priority over what is known, those of the tag first; the opposite of a word then needs one, too', () => {
    const read = stateReader(['ON=5,NaN=9', 'Pump: ON=7,OFF=0'].map(parseStates));
    expect(read('Pump', 'on')).toEqual({ value: 7, isKnownWord: false });
    expect(read('Valve', 'on')).toEqual({ value: 5, isKnownWord: false });
    expect(read('Valve', 'nan')).toEqual({ value: 9, isKnownWord: false });
    expect(read('Valve', 'off')).toBeUndefined();
    expect(read('Valve', 'open')).toEqual({ value: 1, isKnownWord: true });
  });
});
