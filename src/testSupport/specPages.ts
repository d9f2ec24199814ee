import type { SpecDecisions } from './specDecisions';

/** One page of a list and the cursor of the next one. */
export interface WirePage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A cursor that was not given out for this list. */
export class ForeignCursor extends Error {}

/**
 * Cuts a list, ascending, into the pages that the decisions make of it, and gives the one that the cursor asks for.
 * @param listKey what the cursor is bound to: the query without the cursor
 */
export function pageOf<Item>(
  ascending: readonly Item[],
  limit: number,
  cursor: string | undefined,
  listKey: string,
  decisions: SpecDecisions
): WirePage<Item> {
  const pages = cutIntoPages(ascending, decisions.ignoresLimit ? Infinity : limit, decisions);
  const cursorOf = (index: number) => `${listKey}#${index}`;
  const index = cursor === undefined ? 0 : Number(cursor.slice(listKey.length + 1));
  if (cursor !== undefined && !(cursor.startsWith(`${listKey}#`) && index < pages.length) && !decisions.neverEnds) {
    throw new ForeignCursor(cursor);
  }
  const items = pages[index] ?? [];
  if (decisions.repeatsCursorOfPage === index && index > 0) {
    return { items, next: cursorOf(index) };
  }
  return { items, next: index + 1 < pages.length || decisions.neverEnds ? cursorOf(index + 1) : null };
}

function cutIntoPages<Item>(ascending: readonly Item[], limit: number, decisions: SpecDecisions): Item[][] {
  const { order, overlapRows, emptyPages } = decisions;
  const size = Math.max(1, Math.min(limit, decisions.maxPageRows, ascending.length || 1));
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
  const withOne = ordered.length === 0 ? [[]] : ordered;
  return withOne.flatMap((page) => [...Array.from({ length: emptyPages }, (): Item[] => []), page]);
}

/** Another order, the same each time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, rank: (index * 7919) % 104_729 }))
    .map((entry, index) => ({ ...entry, rank: index % 2 === 0 ? entry.rank : -entry.rank }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
