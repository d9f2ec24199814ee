import { FALSE, longestValue, type Spans, SpansBuilder, spansPerStep, TRUE, UNDECIDED, UNKNOWN } from './spans';

/** Spans from 0 on, each of a value and its length. */
function spansOf(...parts: ReadonlyArray<readonly [value: number, lengthMs: number]>): Spans {
  const builder = new SpansBuilder({ fromEpochMs: 0, toEpochMs: parts.reduce((sum, [, length]) => sum + length, 0) });
  let at = 0;
  for (const [value, length] of parts) {
    builder.add(at, at + length, value);
    at += length;
  }
  return builder.spans();
}

describe('the value that lasted longest in each step', () => {
  it.each<[string, Spans, number[], number[]]>([
    ['one value', spansOf([3, 30]), [0, 10, 20, 30], [3, 3, 3]],
    ['a value in two spans', spansOf([1, 3], [2, 4], [1, 3]), [0, 10], [1]],
    ['equally long ones: the first', spansOf([2, 5], [1, 5]), [0, 10], [2]],
    ['spans over edges', spansOf([1, 14], [2, 11], [3, 5]), [0, 10, 20, 30], [1, 2, 2]],
    ['unknown for longest', spansOf([TRUE, 4], [UNKNOWN, 6]), [0, 10], [UNKNOWN]],
    ['not decided counts with unknown', spansOf([TRUE, 4], [UNKNOWN, 3], [UNDECIDED, 3]), [0, 10], [UNKNOWN]],
    ['unknown for shorter', spansOf([FALSE, 6], [UNKNOWN, 4]), [0, 10], [FALSE]],
    ['the future does not count', spansOf([TRUE, 12]), [0, 10, 20, 30], [TRUE, TRUE, UNKNOWN]],
    ['no steps', spansOf([TRUE, 12]), [], []],
  ])('%s', (_, spans, edges, expected) => {
    expect(spansPerStep(spans, Float64Array.from(edges)).map(longestValue)).toEqual(expected);
  });
});
