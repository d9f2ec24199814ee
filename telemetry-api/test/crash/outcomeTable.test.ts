import { outcomeTable, sumOutcomes, verdictOf } from './outcomeTable.ts';

const OUTCOMES = [
  { fault: 'service', acknowledged: 1200, found: 1200 },
  { fault: 'power cut', acknowledged: 1000, found: 1000 },
  { fault: 'service', acknowledged: 300, found: 298 },
];

test('the table has a row for each fault with what was lost', () => {
  expect(outcomeTable(OUTCOMES).split('\n')).toEqual([
    'fault                     times   acknowledged          found    lost',
    'service                       2          1,500          1,498       2',
    'power cut                     1          1,000          1,000       0',
  ]);
});

test('the sum is that of all faults', () => {
  expect(sumOutcomes(OUTCOMES)).toEqual({ times: 3, acknowledged: 2500, found: 2498, lost: 2 });
});

const NOTHING_LOST = OUTCOMES.slice(0, 2);

test.each([
  [NOTHING_LOST, undefined, true, 'crash: 2 faults, 2,200 rows acknowledged, 0 lost: passed'],
  [OUTCOMES, undefined, false, 'crash: 3 faults, 2,500 rows acknowledged, 2 lost: FAILED: repeat with -- --seed 7'],
  [[], undefined, false, 'crash: 0 faults, 0 rows acknowledged, 0 lost: FAILED: repeat with -- --seed 7'],
  [
    NOTHING_LOST,
    '120 rows of a.csv that were stored before the crash are lost.',
    false,
    'crash: 2 faults with 0 of 2,200 rows lost, then the failure above: FAILED: repeat with -- --seed 7',
  ],
])(
  'the verdict counts what was compared, and does not deny what a failure says',
  (outcomes, failure, isPassed, line) => {
    expect(verdictOf(outcomes, failure, '--seed 7', '')).toEqual({ isPassed, line });
  }
);
