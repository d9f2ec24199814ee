import { readList } from './readList';

interface Page {
  readonly items: readonly string[];
  readonly nextCursor: string | undefined;
}

/** @param pageOf the page of a request, counted from 0 */
async function read(pageOf: (request: number) => Page) {
  let requests = 0;
  const options = { itemsOf: ({ items }: Page) => items, keyOf: (item: string) => item };
  const outcome = await readList(async () => pageOf(requests++), options).catch((error: unknown) => error);
  return { outcome, requests };
}

const followed = (request: number, items: readonly string[]): Page => ({ items, nextCursor: `after ${request}` });

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
  const pageOf = (request: number) =>
    request < 250
      ? followed(request, request % 90 === 0 ? [`item ${request}`] : [])
      : { items: ['last'], nextCursor: undefined };
  expect((await read(pageOf)).outcome).toEqual(['item 0', 'item 90', 'item 180', 'last']);
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
