import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../test/support/fuzz.ts';
import { Problem } from '../problems/problem.ts';
import { CursorCodec } from './cursor.ts';

jest.setTimeout(FUZZ_TIMEOUT_MS);

const codec = new CursorCodec(Buffer.alloc(32, 7));
const scope = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { minLength: 1, maxLength: 4 });
const state = fc.array(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
  {
    maxLength: 6,
  }
);

test('a cursor gives back its state, and only for its own scope', () => {
  fc.assert(
    fc.property(scope, scope, state, (own, other, before) => {
      const cursor = codec.encode(own, before);
      expect(codec.decode(own, cursor)).toEqual(JSON.parse(JSON.stringify(before)));
      expect(cursor).toMatch(/^[\w-]+$/);
      if (JSON.stringify(own) !== JSON.stringify(other)) {
        expect(() => codec.decode(other, cursor)).toThrow(Problem);
      }
    }),
    FUZZ
  );
});

test('any other text, and a cursor with any change, is rejected', () => {
  fc.assert(
    fc.property(scope, state, fc.nat(), fc.string({ unit: 'binary' }), (own, before, at, text) => {
      const cursor = codec.encode(own, before);
      const place = at % (cursor.length + 1);
      for (const changed of [
        text,
        cursor.slice(0, place) + text + cursor.slice(place),
        cursor.slice(0, place),
        cursor.slice(place + 1),
      ]) {
        if (changed !== cursor) {
          expect(() => codec.decode(own, changed)).toThrow(Problem);
        }
      }
    }),
    FUZZ
  );
});
