import type { ServerBehavior } from './serverBehavior';

/** One page of a list, and the cursor of the next page. */
export interface WirePage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The cursor was not issued for this list. */
export class InvalidCursor extends Error {}

/**
 * Splits an ascending list into pages according to `behavior`, and returns the page that the cursor refers to.
 * @param listKey identifies the list a cursor is valid for: the query without the cursor
 */
export function createPage<Item>(
  ascending: readonly Item[],
  limit: number,
  cursor: string | undefined,
  listKey: string,
  behavior: ServerBehavior
): WirePage<Item> {
  const pages = cutIntoPages(ascending, behavior.ignoresLimit ? Infinity : limit, behavior);
  const cursorAt = (index: number) => `${listKey}#${index}`;
  const index = cursor === undefined ? 0 : Number(cursor.slice(listKey.length + 1));
  if (cursor !== undefined && !(cursor.startsWith(`${listKey}#`) && index < pages.length) && !behavior.neverEnds) {
    throw new InvalidCursor(cursor);
  }
  const items = pages[index] ?? [];
  if (behavior.repeatsCursorOfPage === index && index > 0) {
    return { items, next: cursorAt(index) };
  }
  return { items, next: index + 1 < pages.length || behavior.neverEnds ? cursorAt(index + 1) : null };
}

function cutIntoPages<Item>(ascending: readonly Item[], limit: number, behavior: ServerBehavior): Item[][] {
  const { order, overlapRows, emptyPages } = behavior;
  const size = Math.max(1, Math.min(limit, behavior.maxPageRows, ascending.length || 1));
  const items = order === 'descending' ? [...ascending].reverse() : [...ascending];
  const pages: Item[][] = [];
  if (order === 'newestPageFirst') {
    for (let end = items.length; end > 0; end -= size) {
      pages.push(items.slice(Math.max(0, end - size), end));
    }
  } else {
    for (let start = 0; start < items.length; start += size) {
      pages.push(items.slice(Math.max(0, start - overlapRows), start + size));
    }
  }
  const ordered = order === 'shuffled' ? pages.map(shuffled) : pages;
  const atLeastOne = ordered.length === 0 ? [[]] : ordered;
  return atLeastOne.flatMap((page) => [...Array.from({ length: emptyPages }, (): Item[] => []), page]);
}

/** Changes the order in a way that is the same on every run. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, rank: (index * 7919) % 104_729 }))
    .map((entry, index) => ({ ...entry, rank: index % 2 === 0 ? entry.rank : -entry.rank }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
