import { TelemetryError } from './telemetryError';

interface Page {
  readonly nextCursor: string | undefined;
}

/** One page of a list. */
export interface ListPage<Item> extends Page {
  readonly items: readonly Item[];
}

/** Far beyond any list of one window, even at one item a page: a longer list never ends. */
const MAX_PAGES = 20_000;

/** More in a row, and the list does not go on: a server that filters its pages sends some without items. */
export const MAX_PAGES_WITHOUT_NEW_ITEMS = 100;

/** More than any plant has of devices, tags or alerts, and little enough for the memory of a browser. */
const MAX_ITEMS = 1_000_000;

/**
 * Follows cursors until there is none, a page at a time. A page may be short or empty and still have a next one.
 * A repeated cursor would loop forever: it is an error, thrown after the pages before it were yielded.
 * @throws TelemetryError `protocol` on a repeated cursor or an endless list, and whatever `fetchPage` throws
 */
export async function* readPages<P extends Page>(
  fetchPage: (cursor?: string) => Promise<P>
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: P = await fetchPage(cursor);
    yield page;
    cursor = page.nextCursor;
    if (cursor !== undefined) {
      if (seen.has(cursor)) {
        throw new TelemetryError('protocol', { detail: 'the server repeated a cursor' });
      }
      if (seen.add(cursor).size >= MAX_PAGES) {
        throw new TelemetryError('protocol', { detail: `the list does not end after ${MAX_PAGES} pages` });
      }
    }
  } while (cursor !== undefined);
}

/**
 * All items of a list, each once, in the order in which they were first received.
 * @param identify items of the same key are the same item; the last one counts
 * @throws TelemetryError `protocol` when pages follow that contain no new items, or too many, and whatever `fetchPage` throws
 */
export async function readList<Item>(
  fetchPage: (cursor?: string) => Promise<ListPage<Item>>,
  identify: (item: Item) => string
): Promise<Item[]> {
  const items = new Map<string, Item>();
  let pagesWithoutNewItems = 0;
  for await (const page of readPages(fetchPage)) {
    const known = items.size;
    for (const item of page.items) {
      items.set(identify(item), item);
    }
    pagesWithoutNewItems = items.size > known ? 0 : pagesWithoutNewItems + 1;
    if (pagesWithoutNewItems >= MAX_PAGES_WITHOUT_NEW_ITEMS && page.nextCursor !== undefined) {
      throw new TelemetryError('protocol', {
        detail: `${MAX_PAGES_WITHOUT_NEW_ITEMS} pages in a row contained no new items`,
      });
    }
    if (items.size > MAX_ITEMS) {
      throw new TelemetryError('protocol', { detail: `the list has more than ${MAX_ITEMS} items` });
    }
  }
  return [...items.values()];
}
