import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { TelemetryError } from '../api/telemetryError';
import { PageStreamReader, type StreamedPage } from './pageStream';

interface SentPage {
  readonly head: unknown;
  readonly body: Uint8Array;
}

/** A number of docs/columns.md. */
function number(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))];
}

function encode(pages: readonly SentPage[]): Uint8Array {
  return Uint8Array.from(
    pages.flatMap(({ head, body }) => {
      const text = new TextEncoder().encode(JSON.stringify(head));
      return [...number(text.length), ...text, ...number(body.length), ...body];
    })
  );
}

function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (let index = 0; from < bytes.length; index++) {
    const length = lengths[index % lengths.length]!;
    pieces.push(bytes.slice(from, from + length));
    from += length;
  }
  return pieces;
}

const read = (pieces: readonly Uint8Array[]): StreamedPage[] => {
  const reader = new PageStreamReader();
  return pieces.flatMap((piece) => reader.push(piece));
};

const PAGE = fc.record({
  head: fc.record({
    page: fc.nat(500),
    status: fc.integer({ min: 200, max: 599 }),
    header: fc.dictionary(fc.constantFrom('Date', 'Content-Type'), fc.string()),
  }),
  body: fc.uint8Array({ maxLength: 400 }),
});

it('reads every page once it is complete, in whatever pieces the bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(PAGE, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      (pages, lengths) => {
        const received = read(cut(encode(pages), lengths));
        expect(received.map(({ page, status, body }) => ({ page, status, body }))).toEqual(
          pages.map(({ head: { page, status }, body }) => ({ page, status, body }))
        );
        pages.forEach(({ head: { header } }, index) => {
          expect(received[index]!.header('date')).toBe(header.Date);
          expect(received[index]!.header('CONTENT-TYPE')).toBe(header['Content-Type']);
        });
      }
    ),
    cases(300)
  );
});

it('waits for the rest of a page that is cut anywhere', () => {
  const bytes = encode([{ head: { page: 0, status: 200, header: {} }, body: new Uint8Array(200) }]);
  for (let length = 0; length < bytes.length; length++) {
    const reader = new PageStreamReader();
    expect(reader.push(bytes.subarray(0, length))).toEqual([]);
    expect(reader.push(bytes.subarray(length))).toHaveLength(1);
  }
});

it('keeps a page when further ones arrive', () => {
  const reader = new PageStreamReader();
  const page = (value: number) => ({
    head: { page: 0, status: 200, header: {} },
    body: new Uint8Array(99).fill(value),
  });
  const [first] = reader.push(encode([page(1)]));
  for (let value = 2; value < 3000; value++) {
    reader.push(encode([page(value % 256)]));
  }
  expect(first!.body).toEqual(page(1).body);
});

it.each([
  ['a number of five bytes', Uint8Array.from([255, 255, 255, 255, 1])],
  ['a page that is too long', Uint8Array.from([255, 255, 255, 127])],
  ['a head that is no JSON', Uint8Array.from([1, 120, 0])],
  ['a head that is no object', encode([{ head: null, body: new Uint8Array() }])],
  ['a head without a page', encode([{ head: { status: 200, header: {} }, body: new Uint8Array() }])],
  ['a status that is no number', encode([{ head: { page: 0, status: 'ok', header: {} }, body: new Uint8Array() }])],
  ['no headers', encode([{ head: { page: 0, status: 200, header: null }, body: new Uint8Array() }])],
])('rejects %s', (_, bytes) => {
  expect(() => read([bytes])).toThrow(TelemetryError);
});

it('makes pages or an error of any bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }), (pieces) => {
      try {
        read(pieces);
      } catch (error) {
        expect(error).toBeInstanceOf(TelemetryError);
      }
    }),
    cases(2000)
  );
});
