import { type Rows, rowCount } from '../rows';

/** States are rarely more, and measures that are whole numbers, such as a temperature, usually have a unit. */
const MOST_STATES = 8;
const HIGHEST_STATE = 100;

/**
 * The few whole numbers that the readings of buckets can be, as those of a state are, if any bucket averages several of them.
 * @returns those that are the minimum or the maximum of a bucket, ascending; undefined if they are others or too many
 */
export function fewWholeNumbers(rows: Rows): readonly number[] | undefined {
  const found = new Set<number>();
  let isMixed = false;
  for (let row = 0; row < rowCount(rows); row++) {
    for (const value of [rows.min[row]!, rows.max[row]!]) {
      if (!Number.isInteger(value) || Math.abs(value) > HIGHEST_STATE) {
        return undefined;
      }
      found.add(value);
    }
    if (found.size > MOST_STATES) {
      return undefined;
    }
    isMixed ||= rows.min[row] !== rows.max[row];
  }
  return isMixed ? [...found].sort((a, b) => a - b) : undefined;
}
