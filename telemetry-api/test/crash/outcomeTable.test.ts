import { outcomeTable, sumOutcomes } from './outcomeTable.ts';

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
