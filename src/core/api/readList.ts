import { readPages } from './readPages';
import { TelemetryError } from './telemetryError';

/** More in a row, and the list does not go on: a server that filters its pages sends some without items. */
export const MAX_IDLE_PAGES = 100;

/** More than any plant has of devices, tags or alerts, and little enough for the memory of a browser. */
const MAX_ITEMS = 1_000_000;

interface ListOptions<P, Item> {
  readonly itemsOf: (page: P) => readonly Item[];
  /** Items of the same key are the same item; the last one counts. */
  readonly keyOf: (item: Item) => string;
}

/**
 * All items of a list, each once, in the order in which they were first received.
 * @throws TelemetryError `protocol` when pages follow that bring nothing new, or too many, and whatever `fetchPage` throws
 */
export async function readList<P extends { readonly nextCursor: string | undefined }, Item>(
  fetchPage: (cursor?: string) => Promise<P>,
  { itemsOf, keyOf }: ListOptions<P, Item>
): Promise<Item[]> {
  const items = new Map<string, Item>();
  let idlePages = 0;
  for await (const page of readPages(fetchPage)) {
    const known = items.size;
    for (const item of itemsOf(page)) {
      items.set(keyOf(item), item);
    }
    idlePages = items.size > known ? 0 : idlePages + 1;
    if (idlePages >= MAX_IDLE_PAGES && page.nextCursor !== undefined) {
      throw new TelemetryError('protocol', { detail: `${MAX_IDLE_PAGES} pages in a row brought nothing new` });
    }
    if (items.size > MAX_ITEMS) {
      throw new TelemetryError('protocol', { detail: `the list has more than ${MAX_ITEMS} items` });
    }
  }
  return [...items.values()];
}
