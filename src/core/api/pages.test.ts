import type { TelemetryError } from './telemetryError';
import { type ListPage, readList, readPages } from './pages';

/** Reads all pages of a server that maps cursors to pages. Requesting an unknown cursor fails the test. */
async function readAll(pages: ReadonlyMap<string | undefined, ListPage<number>>) {
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
    new Map<string | undefined, ListPage<number>>([
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
    new Map<string | undefined, ListPage<number>>([
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

/** @param createPage the page of a request, counted from 0 */
async function read(createPage: (request: number) => ListPage<string>) {
  let requests = 0;
  const outcome = await readList(
    async () => createPage(requests++),
    (item) => item
  ).catch((error: unknown) => error);
  return { outcome, requests };
}

const followed = (request: number, items: readonly string[]): ListPage<string> => ({
  items,
  nextCursor: `after ${request}`,
});

it('reads all pages and lists an item that is on two of them once', async () => {
  const pages = [followed(0, ['a', 'b']), followed(1, []), { items: ['b', 'c'], nextCursor: undefined }];
  expect(await read((request) => pages[request]!)).toEqual({ outcome: ['a', 'b', 'c'], requests: 3 });
});

it.each([
  ['empty pages', []],
  ['the same items', ['a']],
])('stops when %s never end', async (_, items) => {
  const { outcome, requests } = await read((request) => followed(request, items));
  expect(outcome).toMatchObject({ kind: 'protocol' });
  expect(requests).toBeLessThan(110);
});

it('reads on when the pages without anything new end', async () => {
  const createPage = (request: number) =>
    request < 250
      ? followed(request, request % 90 === 0 ? [`item ${request}`] : [])
      : { items: ['last'], nextCursor: undefined };
  expect((await read(createPage)).outcome).toEqual(['item 0', 'item 90', 'item 180', 'last']);
});

it('stops before a list that has something new on every page fills the memory', async () => {
  const { outcome } = await read((request) =>
    followed(
      request,
      Array.from({ length: 50_000 }, (_, index) => `${request} ${index}`)
    )
  );
  expect(outcome).toMatchObject({ kind: 'protocol', detail: 'the list has more than 1000000 items' });
});
