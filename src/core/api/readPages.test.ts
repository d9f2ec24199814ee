import type { TelemetryError } from './telemetryError';
import { readPages } from './readPages';

interface Page {
  readonly items: readonly number[];
  readonly nextCursor: string | undefined;
}

/** Reads all pages of a server that maps cursors to pages. Requesting an unknown cursor fails the test. */
async function readAll(pages: ReadonlyMap<string | undefined, Page>) {
  const read: number[] = [];
  const cursors: Array<string | undefined> = [];
  let failure: TelemetryError | undefined;
  try {
    for await (const { items } of readPages(async (cursor) => {
      cursors.push(cursor);
      return pages.get(cursor)!;
    })) {
      read.push(...items);
    }
  } catch (error) {
    failure = error as TelemetryError;
  }
  return { read, cursors, failure };
}

it('follows cursors to the last page, through short and empty pages', async () => {
  const { read, cursors, failure } = await readAll(
    new Map<string | undefined, Page>([
      [undefined, { items: [1, 2], nextCursor: 'a' }],
      ['a', { items: [], nextCursor: 'b' }],
      ['b', { items: [3], nextCursor: undefined }],
    ])
  );
  expect({ read, cursors, failure }).toEqual({ read: [1, 2, 3], cursors: [undefined, 'a', 'b'], failure: undefined });
});

it.each([
  ['the same page', 'b', ['a', 'b']],
  ['an earlier page', 'a', ['a', 'b']],
])('stops at a cursor that leads back to %s, and keeps the items received so far', async (_, back, expectedCursors) => {
  const { read, cursors, failure } = await readAll(
    new Map<string | undefined, Page>([
      [undefined, { items: [1], nextCursor: 'a' }],
      ['a', { items: [2], nextCursor: 'b' }],
      ['b', { items: [3], nextCursor: back }],
    ])
  );
  expect(read).toEqual([1, 2, 3]);
  expect(cursors).toEqual([undefined, ...expectedCursors]);
  expect(failure?.kind).toBe('protocol');
});

it('stops reading a list that never ends', async () => {
  let requests = 0;
  const reading = (async () => {
    for await (const _ of readPages(async () => ({ nextCursor: String(requests++) }))) {
      // Only the number of requests matters.
    }
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'protocol' });
  expect(requests).toBe(20_000);
});

it('requests no more pages after the loop is left', async () => {
  let requests = 0;
  for await (const _ of readPages(async () => ({ nextCursor: String(requests++) }))) {
    break;
  }
  expect(requests).toBe(1);
});
