import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Level } from '../store/readings/levels.ts';
import { decideRetention, movedCutoffs } from './largeRuns.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const CUTOFF_MS = Date.UTC(2026, 5, 1);
const share = (oldRows: number, rows: number, oldBytes = 0, bytes = 0) => [
  {
    level: 'raw' as const,
    cutoffMs: CUTOFF_MS,
    old: { rows: oldRows, bytes: oldBytes },
    all: { rows, bytes },
  },
];
const announced = (announcedMs: number, cutoffMs = CUTOFF_MS) => [{ level: 'raw' as const, cutoffMs, announcedMs }];

test.each<[string, Level, number | undefined, boolean]>([
  ['a limit that is new', 'raw', undefined, true],
  ['the next day', 'raw', 1, false],
  ['a weekend without the service', 'raw', 2, false],
  ['a limit that is lower', 'raw', 3, true],
  ['minutes of the next month', '1m', 31, false],
  ['minutes of a lower limit', '1m', 63, true],
])('the cutoff of %s moves further than time alone moves it: %s, %j days, %j', (_what, level, days, isMoved) => {
  const storedMs = new Map(days === undefined ? [] : [[level, CUTOFF_MS - days * DAY_MS]]);
  expect([...movedCutoffs(new Map([[level, CUTOFF_MS]]), storedMs).keys()]).toEqual(isMoved ? [level] : []);
});

test('a tenth is deleted at once, more is announced and waits for an hour', () => {
  expect(decideRetention(share(100, 1000), [], NOW_MS)).toEqual({ act: 'delete' });
  // Rows of partitions are estimates, which can be missing.
  expect(decideRetention(share(0, 0, 101, 1000), [], NOW_MS)).toMatchObject({ act: 'wait' });
  const large = share(101, 1000);
  expect(decideRetention(large, [], NOW_MS)).toEqual({ act: 'wait', untilMs: NOW_MS + HOUR_MS, large, isNew: true });
  const known = announced(NOW_MS);
  expect(decideRetention(large, known, NOW_MS + HOUR_MS - 1)).toEqual({
    act: 'wait',
    untilMs: NOW_MS + HOUR_MS,
    large,
    isNew: false,
  });
  expect(decideRetention(large, known, NOW_MS + HOUR_MS)).toEqual({ act: 'delete' });
});

test('what was announced for an earlier cutoff is announced again, unless only days have passed', () => {
  const large = share(500, 1000);
  expect(decideRetention(large, announced(0, CUTOFF_MS - DAY_MS), NOW_MS)).toEqual({ act: 'delete' });
  expect(decideRetention(large, announced(0, CUTOFF_MS - 3 * DAY_MS), NOW_MS)).toMatchObject({ isNew: true });
});
