/** Shared, because `localeCompare` with options takes twenty times as long: a plant can have 20,000 tags. */
const COLLATOR = new Intl.Collator(undefined, { numeric: true });

/** Compares texts as people sort them, with numbers by their value: `Pump 2` before `Pump 10`. */
export function compareNaturally(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}
