/** A row of a table in a terminal: the first cell is aligned to the left, the others to the right. */
export function tableRow(widths: readonly number[], cells: readonly string[]): string {
  return cells.map((text, i) => (i === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[i] ?? 0))).join('');
}

/** Such as 1,234. */
export function formatCount(value: number): string {
  return value.toLocaleString('en');
}
