import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { listSpans } from '../../../testSupport/listSpans';
import {
  applyPeriodRules,
  findPeriods,
  neededForEnds,
  provenTrueMs,
  totalsByValue,
  totalsOf,
  totalsPerStep,
  totalsPerStepOfValues,
  valuesInPeriods,
} from './periods';
import { createCondition } from './condition';
import { EXCLUDED, FALSE, mapSpans, type Spans, SpansBuilder, TRUE, UNDECIDED, UNKNOWN } from './spans';

const VALUES: Readonly<Record<string, number>> = { T: TRUE, F: FALSE, '?': UNDECIDED, _: UNKNOWN };

const STATES: typeof VALUES = { ...VALUES, '1': 1, '2': 2, '3': 3, '.': EXCLUDED };

/** A character for every unit of time. */
function spans(text: string, values = VALUES): Spans {
  const builder = new SpansBuilder({ fromEpochMs: 0, toEpochMs: text.length });
  [...text].forEach((character, index) => builder.add(index, index + 1, values[character]!));
  return builder.spans();
}

function textOf(shown: Spans): string {
  const names = new Map(Object.entries(VALUES).map(([character, value]) => [value, character]));
  return listSpans(shown)
    .map(({ fromEpochMs, toEpochMs, value }) => names.get(value)!.repeat(toEpochMs - fromEpochMs))
    .join('');
}

const rules = (minDurationMs: number, joinWithinMs: number) => ({ minDurationMs, joinWithinMs });

test.each([
  ['FTTFTFF', 0, 0, 'FTTFTFF'],
  ['FTTFTFF', 2, 0, 'FTTFFFF'],
  ['FTTFTFF', 0, 1, 'FTTTTFF'],
  ['FTFTFFT', 3, 1, 'FTTTFFF'],
  ['TT_TTFFF', 0, 1, 'TT_TTFFF'],
  ['TT?TTFFF', 5, 1, 'TT?TTFFF'],
  ['TT_FTT', 0, 1, 'TT_FTT'],
  ['TT_FTT', 0, 2, 'TT_TTT'],
])('%s with at least %d and interruptions up to %d is %s', (text, min, join, expected) => {
  expect(textOf(applyPeriodRules(spans(text), rules(min, join)))).toBe(expected);
});

test.each([
  ['1122311', 0, 0, '..223..'],
  ['1122311', 4, 0, '.......'],
  ['1121311', 0, 0, '..2.3..'],
  ['1121311', 2, 0, '.......'],
  // Joined, both count. What interrupts them is excluded.
  ['1121311', 3, 1, '..2.3..'],
  ['2_1?3', 0, 0, '2_.?3'],
  ['32_2', 3, 1, '32_2'],
])('of %s, the values in periods of != 1 of at least %d, joined within %d, are %s', (text, min, join, expected) => {
  const found = valuesInPeriods(spans(text, STATES), createCondition('!=', [1]), rules(min, join));
  expect(found).toEqual(spans(expected, STATES));
});

test('the ends of periods say what is known of them', () => {
  const found = findPeriods(spans('TTF_TTF?TT_TTT'), rules(0, 0));
  expect(found.map(({ fromEpochMs, toEpochMs, start, end }) => [fromEpochMs, toEpochMs, start, end])).toEqual([
    [0, 2, 'cut', 'known'],
    [4, 6, 'known', 'known'],
    [8, 10, 'cut', 'unknown'],
    [11, 14, 'known', 'cut'],
  ]);
});

test.each([
  ['F?TTF', 0, [[2, 4, 'cut', 'known']]],
  ['FTT?F', 0, [[1, 3, 'known', 'cut']]],
  ['F?FTTF', 0, [[3, 5, 'known', 'known']]],
  // If the condition holds where it is undecided, the interruption between is a short one.
  ['F?FTTF', 1, [[3, 5, 'cut', 'known']]],
  ['FTTF?F', 1, [[1, 3, 'known', 'cut']]],
  ['FTTF?F', 0, [[1, 3, 'known', 'known']]],
  [
    'FT?TF',
    0,
    [
      [1, 2, 'known', 'cut'],
      [3, 4, 'cut', 'known'],
    ],
  ],
  ['FT?TF', 1, [[1, 4, 'known', 'known']]],
])('what is undecided beside a period of %s, joined within %d, may belong to it', (text, joinWithin, expected) => {
  const found = findPeriods(spans(text), rules(0, joinWithin));
  expect(found.map(({ fromEpochMs, toEpochMs, start, end }) => [fromEpochMs, toEpochMs, start, end])).toEqual(expected);
});

test('how many periods begin in a step is not known where one may have begun in what is undecided before it', () => {
  const shown = spans('FT??TFTFFTFF');
  const totals = totalsPerStep(shown, findPeriods(shown, rules(0, 0)), Float64Array.of(0, 4, 8, 12));
  expect(totals.map(({ starts, undecidedMs }) => [starts, undecidedMs])).toEqual([
    [1, 2],
    [NaN, 0],
    [1, 0],
  ]);
  expect(totalsOf(shown, findPeriods(shown, rules(0, 0)), { fromEpochMs: 4, toEpochMs: 12 })).toMatchObject({
    starts: NaN,
    meanBetweenStartsMs: NaN,
  });
});

test('a period that holds at the present is in progress', () => {
  expect(findPeriods(spans('FFTT____'), rules(0, 0), 4)).toMatchObject([{ end: 'inProgress' }]);
});

test('true, false, unknown and undecided time add up to the window', () => {
  const shown = spans('TTFF_TTT?F');
  const window = { fromEpochMs: 1, toEpochMs: 9 };
  expect(totalsOf(shown, findPeriods(shown, rules(0, 0)), window)).toEqual({
    trueMs: 4,
    falseMs: 2,
    unknownMs: 1,
    undecidedMs: 1,
    count: 2,
    starts: 1,
    longestMs: 3,
    meanBetweenStartsMs: NaN,
  });
});

test('a step counts the periods that begin in it', () => {
  const shown = spans('FTTTFTFTFFTT');
  const totals = totalsPerStep(shown, findPeriods(shown, rules(0, 0)), Float64Array.of(0, 4, 8, 12));
  expect(totals.map(({ trueMs, starts, count }) => [trueMs, starts, count])).toEqual([
    [3, 1, 1],
    [2, 2, 2],
    [2, 1, 1],
  ]);
  expect(totalsOf(shown, findPeriods(shown, rules(0, 0)), shown.window).meanBetweenStartsMs).toBe(3);
});

test('the totals of each value per step are those of the condition that the tag has it', () => {
  const value = fc.constantFrom(0, 1, 1, 2, -3.5, UNKNOWN, UNDECIDED);
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), value), { maxLength: 30 });
  const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 });
  const few = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: -6, max: 6 }),
      lengths,
      few,
      few,
      (list, firstEdge, stepLengths, min, join) => {
        const toEpochMs = list.reduce((end, [length]) => end + length, 0);
        const builder = new SpansBuilder({ fromEpochMs: 0, toEpochMs });
        let end = 0;
        list.forEach(([length, each]) => builder.add(end, (end += length), each));
        const shown = builder.spans();
        const edges = Float64Array.from(
          [0, ...stepLengths],
          (
            (edge) => (length: number) =>
              (edge += length)
          )(firstEdge)
        );
        const values = [0, 1, 2, -3.5, 7];
        const expected = values.map((one) => {
          const condition = mapSpans(shown, (each) => (Number.isFinite(each) ? (each === one ? TRUE : FALSE) : each));
          const ofRules = applyPeriodRules(condition, rules(min, join));
          return totalsPerStep(ofRules, findPeriods(condition, rules(min, join)), edges);
        });
        expect(totalsPerStepOfValues(shown, values, rules(min, join), edges)).toEqual(expected);
      }
    ),
    cases(500)
  );
});

test('the proven interval has the undecided time false, and true', () => {
  const { window } = spans('TT?TFF?F');
  expect(provenTrueMs(spans('TT?TFF?F'), rules(0, 0), window)).toEqual({ atLeastMs: 3, atMostMs: 5 });
  // The short interruption does not end the period, and the undecided part alone is too short to be one.
  expect(provenTrueMs(spans('TT?TFF?F'), rules(2, 1), window)).toEqual({ atLeastMs: 3, atMostMs: 4 });
});

test.each([
  ['FFFTTTTFFF', 4, 6, 0, [3, 7]],
  ['FFF????FFF', 4, 6, 0, [3, 7]],
  ['FFFFFFFFFF', 4, 6, 0, [4, 6]],
  ['FFTFTTTFTF', 4, 6, 0, [4, 7]],
  ['FFTFTTTFTF', 4, 6, 1, [2, 10]],
  ['TTTTTTTTTT', 4, 6, 0, [0, 10]],
])('of %s from %d to %d, joined within %d, %j is needed', (text, fromEpochMs, toEpochMs, joinWithin, expected) => {
  const needed = neededForEnds(spans(text), { fromEpochMs, toEpochMs }, rules(0, joinWithin));
  expect([needed.fromEpochMs, needed.toEpochMs]).toEqual(expected);
});

test('values are listed with their time and how often they began, unknown time last', () => {
  const builder = new SpansBuilder({ fromEpochMs: 0, toEpochMs: 10 });
  builder.add(0, 2, 1);
  builder.add(2, 5, 0);
  builder.add(6, 9, 1);
  expect(totalsByValue(builder.spans())).toEqual([
    { value: 0, ms: 3, starts: 1 },
    { value: 1, ms: 5, starts: 1 },
    { value: UNKNOWN, ms: 2, starts: 2 },
  ]);
});
