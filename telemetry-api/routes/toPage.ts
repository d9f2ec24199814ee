/**
 * A page of a list, from its rows, of which one more than the page has was read.
 * @param cursorAfter the cursor of the page that follows a row
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorAfter: (row: Row) => string
): { readonly items: Item[]; readonly siguiente: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(toItem), siguiente: last === undefined ? null : cursorAfter(last) };
}
