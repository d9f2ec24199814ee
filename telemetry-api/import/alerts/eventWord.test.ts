import { isEventColumn, readEventWord } from './eventWord.ts';

test.each<[kind: string, event: object, words: readonly string[]]>([
  [
    'begins',
    { isActive: true, isAcknowledged: undefined },
    ['RAISED', 'gekommen', 'K', 'Alarm', 'ALM', 'Alarm on', 'Activada', 'OPEN'],
  ],
  [
    'ends',
    { isActive: false, isAcknowledged: undefined },
    ['CLEARED', 'gegangen', 'RTN', 'Return to normal', 'Alarm off', 'not active'],
  ],
  ['begins by a flag', { isActive: true }, ['1', 'true', 'Sí']],
  ['ends by a flag', { isActive: false }, ['0', 'FALSE']],
  ['acknowledges', { isActive: undefined, isAcknowledged: true }, ['ACK', 'quittiert', 'acquittée']],
  ['begins, not acknowledged', { isActive: true, isAcknowledged: false }, ['UNACK_ALM', 'active (not acknowledged)']],
  ['is acknowledged', { isActive: true, isAcknowledged: true }, ['ACK_ALM', 'Active, Acknowledged']],
  ['ends, not acknowledged', { isActive: false, isAcknowledged: false }, ['UNACK_RTN', 'Cleared, Unacknowledged']],
  ['ends acknowledged', { isActive: false, isAcknowledged: true }, ['ACK_RTN']],
])('an alert %s', (_, event, words) => {
  expect(words.map((word) => readEventWord(word))).toEqual(words.map(() => event));
});

test.each(['', 'High', 'raised cleared', 'unacknowledged', 'Batch A-17', 'constructor', 'not'])(
  '%j is no event',
  (word) => {
    expect(readEventWord(word)).toBeUndefined();
  }
);

test('a column has events by its name and half of its cells, or by all of its cells', () => {
  expect(isEventColumn('Event', ['RAISED', 'SHELVED'])).toBe(true);
  expect(isEventColumn('State', ['RAISED', 'RAISED'])).toBe(true);
  expect(isEventColumn('State', ['Madrid', 'Getafe'])).toBe(false);
  expect(isEventColumn('x', ['RAISED', 'CLEARED'])).toBe(true);
  expect(isEventColumn('x', ['RAISED', 'RAISED'])).toBe(false);
  expect(isEventColumn('x', ['RAISED', 'CLEARED', 'High'])).toBe(false);
  expect(isEventColumn('Event', [])).toBe(false);
  expect(isEventColumn('active', ['1', '0'])).toBe(true);
  expect(isEventColumn('acked', ['yes', 'no'])).toBe(false);
});
