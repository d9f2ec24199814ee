import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { parseStateNames } from './stateNames';

type Pairs = ReadonlyArray<readonly [value: number, name: string]>;

const ON_OFF: Pairs = [
  [0, 'off'],
  [1, 'on'],
];

it.each<[string, string, Pairs]>([
  [
    'Estado (0 parada, 1 marcha, 2 atasco, 3 cambio de formato)',
    'Estado',
    [
      [0, 'parada'],
      [1, 'marcha'],
      [2, 'atasco'],
      [3, 'cambio de formato'],
    ],
  ],
  ['Estado de la línea (0=off; 1=on)', 'Estado de la línea', ON_OFF],
  ['Motor [0: off | 1: on]', 'Motor', ON_OFF],
  ['Motor (0 - off, 1 – on)', 'Motor', ON_OFF],
  ['Motor(0 off,1 on) norte', 'Motor norte', ON_OFF],
  ['Motor (M1) (0 off / 1 on)', 'Motor (M1)', ON_OFF],
  ['Motor: 0=off; 1=on', 'Motor', ON_OFF],
  ['Motor 2 - 0: off / 1: on', 'Motor 2', ON_OFF],
  ['Motor 2: mando 0=off, 1=on', 'Motor 2: mando', ON_OFF],
  ['0=off; 1=on', '0=off; 1=on', ON_OFF],
  ['0: off / 1: on', '0: off / 1: on', ON_OFF],
  [
    'Mode (1 auto, 0 manual (local), -1 fault)',
    'Mode',
    [
      [1, 'auto'],
      [0, 'manual (local)'],
      [-1, 'fault'],
    ],
  ],
  [
    'Step (00 idle, 010 fill to 1,5 m, 20 drain)',
    'Step',
    [
      [0, 'idle'],
      [10, 'fill to 1,5 m'],
      [20, 'drain'],
    ],
  ],
  ['Estado {0=off, 1=on}', 'Estado', ON_OFF],
  ['Estado { 0 = off ; 1 = on }', 'Estado', ON_OFF],
  ['Estado {0 off, 1 on} norte', 'Estado norte', ON_OFF],
  ['Motor <0=off, 1=on>', 'Motor', ON_OFF],
  ['Motor <0->off, 1->on>', 'Motor', ON_OFF],
  ['Motor (0=>off, 1=>on)', 'Motor', ON_OFF],
  ['Motor 0->off, 1->on', 'Motor', ON_OFF],
  ['Motor: 0 -> off | 1 -> on', 'Motor', ON_OFF],
  ['Motor (0 → off; 1 → on)', 'Motor', ON_OFF],
  ['Motor [0:=off, 1:=on]', 'Motor', ON_OFF],
  ['Motor 0==off; 1==on', 'Motor', ON_OFF],
  ['Paso A->B (0=off, 1=on)', 'Paso A->B', ON_OFF],
  ['Paso 1->2 (0=off, 1=on)', 'Paso 1->2', ON_OFF],
  ['Motor (0=off 1=on)', 'Motor', ON_OFF],
  ['Motor [0:off 1:on]', 'Motor', ON_OFF],
  ['Motor 0=off  1=on', 'Motor', ON_OFF],
  ['Motor 0 = off 1 = on', 'Motor', ON_OFF],
  ['Motor (0x0=off, 0x1=on)', 'Motor', ON_OFF],
  ['Motor 0x00=off 0X01=on', 'Motor', ON_OFF],
  ['Motor <0x0 off, 0x1 on>', 'Motor', ON_OFF],
  ['Motor (0=off y 1=on)', 'Motor', ON_OFF],
  ['Motor (0 off and 1 on)', 'Motor', ON_OFF],
  ['Motor: 0=off, und 1=on', 'Motor', ON_OFF],
  ['Motor (0 off oder 1 on)', 'Motor', ON_OFF],
  ['Motor <0=off ou 1=on>', 'Motor', ON_OFF],
  ['Motor (0=off, 1=on,)', 'Motor', ON_OFF],
  ['Motor: 0=off; 1=on;', 'Motor', ON_OFF],
  ['Motor: 0=off, 1=on.', 'Motor', ON_OFF],
  [
    'Nivel (0x0A=bajo,11=nivel 2,0xFF=alto)',
    'Nivel',
    [
      [10, 'bajo'],
      [11, 'nivel 2'],
      [255, 'alto'],
    ],
  ],
  [
    'Step (0 off, 1 on y 2 trip)',
    'Step',
    [
      [0, 'off'],
      [1, 'on'],
      [2, 'trip'],
    ],
  ],
])('%s is %j with %j', (name, displayName, pairs) => {
  expect(parseStateNames(name)).toEqual({ displayName, states: pairs.map(([value, text]) => ({ value, name: text })) });
});

it.each([
  '',
  'Presión de descarga',
  'Bomba 2',
  'Bomba 1, Bomba 2',
  '1 bomba, 2 motores',
  'Presión (0 a 10 bar)',
  'Caudal (0 a 1,5 m3/h)',
  'Caudal (0 m3/h, 50 l/min)',
  'Señal (4 mA, 20 mA)',
  'Temperatura (0 °C, 100 °C)',
  'Turno 12:30, 14:45',
  'Horario 08:00 h, 16:00 h',
  'Estado (0 parada)',
  'Estado (0 parada, 0 marcha)',
  'Estado (0 parada, 1 parada)',
  'Estado (0 parada, marcha)',
  'Estado (0.5 baja, 1.5 alta)',
  'Estado (0/1)',
  'Estado (0 parada, 1 marcha',
  'Velocidad 1=50',
  'Norma ISO 9001:calidad',
  // A word among the numbers.
  'Estado (0=off, 1=on, other=fault)',
  'Estado {0=off, 1=on, other=fault}',
  'Estado <other=fault, 0=off, 1=on>',
  'Estado 0=off, 1=on, other=fault',
  'Estado other=fault, 0=off, 1=on',
  'Estado default: fault; 0: off; 1: on',
  'Estado 0=off, 1=on, *=fault',
  'Estado (0=off, 1=on, -=fault)',
  'Estado 1=on; 2=trip; >2=fault',
  // A part that is no pair.
  'Estado 0=off; 1..3=on; 4=trip; 5=fault',
  'Estado 0: off, 1-3: on, 4: trip, 5: fault',
  'Estado 0=off, 1/2=on, 3=trip, 4=fault',
  'Estado 16#0=off, 16#1=on',
  'Estado 16#0=off; 1=on; 2=trip',
  'Estado (16#0=off, 16#1=on)',
  'Estado $0=off, $1=on',
  'Estado #0=off #1=on',
  'Estado 0b0=off, 0b1=on',
  'Estado 0h=off, 1h=on',
  'Estado 0xG=off, 0x1=on, 2=trip',
  `Estado 0='off', 1='on'`,
  'Estado {"0":"off","1":"on"}',
  'Estado (0=off, 1=on...)',
  'Estado 0=off, 1=on…',
  'Motor (0=off/standby 1=on)',
  // A half of brackets, and lists in several of them.
  'Estado (0=off, 1=on',
  'Estado {0=off, 1=on',
  'Estado { 0=off, 1=on',
  'Estado 0=off, 1=on}',
  'Estado <0=off, 1=on',
  'Estado 0=flow >5, 1=on',
  'Estado (0=off), (1=on)',
  'Estado [(0=off, 1=on]',
  'Estado (0 off, 1 on), 2=trip',
  'Estado 0=off, (1 on, 2 trip)',
  'Estado (0) off, (1) on',
])('nothing is read from %j', (name) => {
  expect(parseStateNames(name)).toEqual({ displayName: name, states: [] });
});

it('takes a name of any length, whatever is in it', () => {
  for (const part of [
    '(',
    '(0 a',
    '[0',
    '0:',
    '0=a;',
    '()',
    '(()',
    '{0=',
    '<0->',
    '0=a ',
    ' and 0',
    '0x0 ',
    '{}<>',
    '   ',
  ]) {
    for (const name of [part.repeat(1000).slice(0, 1000), part.repeat(100_000)]) {
      expect(parseStateNames(name)).toEqual({ displayName: name, states: [] });
    }
  }
});

/** As plants write it: of a negative number, the number itself. */
function hex(value: string): string {
  return value.startsWith('-') ? value : `0x${Number(value).toString(16)}`;
}

/** None that ends with “and”, which would belong to what follows. */
const WORD = fc
  .stringMatching(/^[a-zñáé]{1,8}( [a-z0-9]{1,5})?$/)
  .filter((word) => !/ (?:and|y|e|und|et|o|or|oder|ou)$/.test(word));
const LIST = fc.uniqueArray(fc.record({ value: fc.integer({ min: -999, max: 99_999 }), name: WORD }), {
  minLength: 2,
  maxLength: 12,
  selector: ({ value }) => value,
});
const DISTINCT_LIST = LIST.filter((list) => new Set(list.map(({ name }) => name)).size === list.length);

it('reads every list that is written in one of the ways, in its order', () => {
  const written = fc.constantFrom(
    (pairs: string[][]) => `(${pairs.map((pair) => pair.join(' ')).join(', ')})`,
    (pairs: string[][]) => `[${pairs.map((pair) => pair.join('=')).join('; ')}]`,
    (pairs: string[][]) => pairs.map((pair) => pair.join(': ')).join(' / '),
    (pairs: string[][]) => `: ${pairs.map((pair) => pair.join(' = ')).join('|')}`,
    (pairs: string[][]) => `{${pairs.map((pair) => pair.join('=>')).join(' ')}}`,
    (pairs: string[][]) => `<${pairs.map((pair) => pair.join(' -> ')).join(',')}>`,
    (pairs: string[][]) => pairs.map(([value, text]) => `${hex(value!)}=${text}`).join(' ')
  );
  fc.assert(
    fc.property(WORD, DISTINCT_LIST, written, (title, states, write) => {
      const name = `${title} ${write(states.map(({ value, name: text }) => [String(value), text]))}`;
      expect(parseStateNames(name)).toEqual({ displayName: title, states });
    }),
    cases(100)
  );
});

it('reads nothing, or at least two different whole numbers with different names', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...[
        '0',
        '1',
        '2',
        ' ',
        ' ',
        '=',
        ':',
        ',',
        ';',
        '/',
        '(',
        ')',
        '[',
        ']',
        '-',
        '.',
        'a',
        'ñ',
        'x',
        '{',
        '}',
        '<',
        '>',
      ]
    ),
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, (name) => {
      const { displayName, states } = parseStateNames(name);
      const values = new Set(states.map(({ value }) => value));
      const names = new Set(states.map((state) => state.name));
      expect([values.size, names.size]).toEqual([states.length, states.length]);
      expect([...values].every(Number.isInteger)).toBe(true);
      expect(states.length === 0 ? displayName === name : states.length > 1).toBe(true);
      // No half of a list: neither in a name nor in what is left.
      expect(states.filter((state) => /[=<>{}]/.test(state.name))).toEqual([]);
    }),
    cases(2000)
  );
});
