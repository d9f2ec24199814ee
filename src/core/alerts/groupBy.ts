/** At least one. */
export type Group<Item> = readonly [Item, ...Item[]];

/** The items with the same key, in the order of their first ones. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Group<Item>> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}
