import type { TelemetryError } from './telemetryError';
import { readPages } from './readPages';

interface Page {
  readonly items: readonly number[];
  readonly nextCursor: string | undefined;
}

/** A server whose pages are found by their cursors; asking for one it does not have fails the test. */
async function readAll(pages: ReadonlyMap<string | undefined, Page>) {
  const read: number[] = [];
  const asked: Array<string | undefined> = [];
  let failure: TelemetryError | undefined;
  try {
    for await (const { items } of readPages(async (cursor) => {
      asked.push(cursor);
      return pages.get(cursor)!;
    })) {
      read.push(...items);
    }
  } catch (error) {
    failure = error as TelemetryError;
  }
  return { read, asked, failure };
}

it('follows cursors until there is none, over short and empty pages', async () => {
  const { read, asked, failure } = await readAll(
    new Map<string | undefined, Page>([
      [undefined, { items: [1, 2], nextCursor: 'a' }],
      ['a', { items: [], nextCursor: 'b' }],
      ['b', { items: [3], nextCursor: undefined }],
    ])
  );
  expect({ read, asked, failure }).toEqual({ read: [1, 2, 3], asked: [undefined, 'a', 'b'], failure: undefined });
});

it.each([
  ['the page itself', 'b', ['a', 'b']],
  ['a page before', 'a', ['a', 'b']],
])('stops at a cursor that leads back to %s, and keeps what came', async (_, back, cursors) => {
  const { read, asked, failure } = await readAll(
    new Map<string | undefined, Page>([
      [undefined, { items: [1], nextCursor: 'a' }],
      ['a', { items: [2], nextCursor: 'b' }],
      ['b', { items: [3], nextCursor: back }],
    ])
  );
  expect(read).toEqual([1, 2, 3]);
  expect(asked).toEqual([undefined, ...cursors]);
  expect(failure?.kind).toBe('protocol');
});

it('stops at a list without end', async () => {
  let asked = 0;
  const reading = (async () => {
    for await (const _ of readPages(async () => ({ nextCursor: String(asked++) }))) {
      // Nothing is kept.
    }
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'protocol' });
  expect(asked).toBe(20_000);
});

it('asks for no page that nobody wants any more', async () => {
  let asked = 0;
  for await (const _ of readPages(async () => ({ nextCursor: String(asked++) }))) {
    break;
  }
  expect(asked).toBe(1);
});
