import { CursorCodec } from './cursor.ts';

const codec = new CursorCodec(Buffer.alloc(32, 7));
const SCOPE = ['lecturas', 'COMP-01', 'temperatura', '1h'];

test('a cursor decodes to the state it was encoded from', () => {
  const state = [0, 1_800_000_000_000, true, false, 'ñandú'];
  expect(codec.decode(SCOPE, codec.encode(SCOPE, state))).toEqual(state);
});

test.each([
  ['another operation', ['alertas', 'COMP-01', 'temperatura', '1h']],
  ['another value', ['lecturas', 'COMP-02', 'temperatura', '1h']],
  ['the same characters, split differently', ['lecturas', 'COMP-01temperatura', '', '1h']],
])('a cursor of %s is rejected', (_, other) => {
  expect(() => codec.decode(other, codec.encode(SCOPE, [1]))).toThrow('no es un cursor de esta consulta');
});

test('a cursor of a server with another secret is rejected', () => {
  const cursor = new CursorCodec(Buffer.alloc(32, 8)).encode(SCOPE, [1]);
  expect(() => codec.decode(SCOPE, cursor)).toThrow('no es un cursor');
});

test('a cursor with any one character changed, added or missing is rejected', () => {
  const cursor = codec.encode(SCOPE, [1_750_000_000_000, 'x']);
  const altered = [...cursor].flatMap((character, at) => {
    const other = character === 'A' ? 'B' : 'A';
    return [cursor.slice(0, at) + other + cursor.slice(at + 1), cursor.slice(0, at) + cursor.slice(at + 1)];
  });
  for (const one of [...altered, `${cursor}=`, `${cursor}A`, ` ${cursor}`, `${cursor} `, 'x', '%', 'null']) {
    expect(() => codec.decode(SCOPE, one)).toThrow('no es un cursor');
  }
});
