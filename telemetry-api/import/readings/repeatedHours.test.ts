import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { cases } from '../../test/support/fuzz.ts';
import type { RawRow } from '../file/rawRow.ts';
import { zoneOffsets } from '../values/zoneOffsets.ts';
import { RepeatedHours } from './repeatedHours.ts';

const madrid = zoneOffsets('Europe/Madrid');
const EARLIER = '2026-10-25T00:';
const LATER = '2026-10-25T01:';

type Row = [time: string, tagId?: number];

/** What becomes of rows of 25 October 2026 in Madrid, in order of their lines: the instant, or the reason of the rejection. */
function settle(rows: readonly Row[], day = '2026-10-25'): string[] {
  const outcomes: string[] = [];
  const hours = new RepeatedHours(
    true,
    (_, { epochMs, value }) => (outcomes[value] = new Date(epochMs).toISOString().slice(0, 16)),
    ({ line }, { reason }) => (outcomes[line] = reason)
  );
  rows.forEach(([time, tagId = 1], line) => {
    const row: RawRow = { line, text: '', cells: ['P', 't', time, String(line)] };
    const [epochMs = NaN, laterMs] = madrid.instantsOf(Date.parse(`${time.includes('T') ? time : `${day}T${time}`}Z`));
    hours.push(row, tagId, {
      device: 'P',
      tag: 't',
      epochMs,
      ...(laterMs === undefined ? {} : { laterMs }),
      value: line,
    });
  });
  hours.end();
  return outcomes;
}

const times = (...list: string[]): Row[] => list.map((time) => [time]);

test('in ascending order, the second pass through the hour is the later one', () => {
  const quarters = ['02:00', '02:15', '02:30', '02:45'];
  expect(settle(times('01:45', ...quarters, ...quarters, '03:00'))).toEqual([
    '2026-10-24T23:45',
    ...['00', '15', '30', '45'].map((minute) => EARLIER + minute),
    ...['00', '15', '30', '45'].map((minute) => LATER + minute),
    '2026-10-25T02:00',
  ]);
});

test('in descending order, the first pass is the later one', () => {
  expect(settle(times('03:00', '02:30', '02:00', '02:30', '02:00', '01:30'))).toEqual([
    '2026-10-25T02:00',
    ...[`${LATER}30`, `${LATER}00`, `${EARLIER}30`, `${EARLIER}00`],
    '2026-10-24T23:30',
  ]);
});

test.each<[string, string[], string[]]>([
  ['begins in the hour', ['02:40', '02:10', '03:10'], [`${EARLIER}40`, `${LATER}10`, '2026-10-25T02:10']],
  ['ends in the hour', ['01:40', '02:40', '02:10'], ['2026-10-24T23:40', `${EARLIER}40`, `${LATER}10`]],
  [
    'has this hour alone',
    ['02:10', '02:40', '02:10', '02:20'],
    [`${EARLIER}10`, `${EARLIER}40`, `${LATER}10`, `${LATER}20`],
  ],
  [
    'has this hour alone, in descending order',
    ['02:40', '02:20', '02:10', '02:30', '02:20'],
    [`${LATER}40`, `${LATER}20`, `${LATER}10`, `${EARLIER}30`, `${EARLIER}20`],
  ],
  [
    'is hourly',
    ['01:00', '02:00', '02:00', '03:00'],
    ['2026-10-24T23:00', `${EARLIER}00`, `${LATER}00`, '2026-10-25T02:00'],
  ],
  ['is hourly and descending', ['03:00', '02:00', '02:00'], ['2026-10-25T02:00', `${LATER}00`, `${EARLIER}00`]],
  [
    'has a row twice',
    ['01:50', '02:00', '02:30', '02:30', '02:00', '02:30'],
    ['2026-10-24T23:50', `${EARLIER}00`, `${EARLIER}30`, `${EARLIER}30`, `${LATER}00`, `${LATER}30`],
  ],
  [
    'has a late row of before in the hour',
    ['01:50', '02:00', '01:20', '02:30', '02:00', '03:00'],
    ['2026-10-24T23:50', `${EARLIER}00`, '2026-10-24T23:20', `${EARLIER}30`, `${LATER}00`, '2026-10-25T02:00'],
  ],
])('is told apart in a file that %s', (_, list, outcomes) => {
  expect(settle(times(...list))).toEqual(outcomes);
});

test.each<[string, string[]]>([
  ['an hour alone that can be in either order', ['02:50', '02:10', '02:30']],
  ['two rows alone', ['02:50', '02:10']],
  ['one pass', ['01:30', '02:00', '02:30', '03:00']],
  ['a single row', ['01:30', '02:00', '03:00']],
  ['rows in no order', ['01:30', '02:30', '02:00', '02:45', '02:15', '03:00']],
  ['every row twice', ['01:30', '02:00', '02:00', '02:30', '02:30', '03:00']],
])('rejects %s, because it can be either hour', (_, list) => {
  const outcomes = settle(times(...list));
  expect(outcomes.map((outcome, index) => [list[index]!.startsWith('02'), outcome === 'ambiguous local time'])).toEqual(
    list.map((time) => [time.startsWith('02'), time.startsWith('02')])
  );
});

test('rows of the hour that come after its end are rejected, and do not change the others', () => {
  expect(settle(times('01:30', '02:30', '02:30', '03:00', '02:10', '02:20')).slice(1)).toEqual([
    `${EARLIER}30`,
    `${LATER}30`,
    '2026-10-25T02:00',
    'ambiguous local time',
    'ambiguous local time',
  ]);
});

test('each tag has an order of its own', () => {
  const rows: Row[] = ['02:00', '02:30', '02:00', '02:30'].flatMap<Row>((time) => [
    [time, 1],
    [time, 2],
  ]);
  const both = (time: string) => [time, time];
  expect(settle(rows)).toEqual([`${EARLIER}00`, `${EARLIER}30`, `${LATER}00`, `${LATER}30`].flatMap(both));
});

test('each year has an hour of its own', () => {
  const years = ['2025-10-26T02:40', '2025-10-26T02:10', '2026-10-25T02:40', '2026-10-25T02:10'];
  expect(settle(times(...years))).toEqual(['2025-10-26T00:40', '2025-10-26T01:10', `${EARLIER}40`, `${LATER}10`]);
});

test.each(['Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'America/New_York'])(
  'in %s, no row in ascending or descending order gets a wrong time, and both passes are told apart where the local time goes back',
  (zone) => {
    const offsets = zoneOffsets(zone);
    const backMs = clockBack(zone);
    const minutes = fc.uniqueArray(fc.integer({ min: -240, max: 240 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(minutes, fc.boolean(), (list, isAscending) => {
        const sorted = [...list].sort((a, b) => (isAscending ? a - b : b - a));
        // Rows around the hour tell the direction.
        const around = isAscending ? [-5 * 60, ...sorted, 5 * 60] : [5 * 60, ...sorted, -5 * 60];
        const instants = around.map((minute) => backMs + minute * 60_000);
        const outcomes: Array<number | string> = [];
        const hours = new RepeatedHours(
          true,
          (_, { epochMs, value }) => (outcomes[value] = epochMs),
          ({ line }, { reason }) => (outcomes[line] = reason)
        );
        const repeated: number[] = [];
        instants.forEach((instant, line) => {
          const [epochMs = NaN, laterMs] = offsets.instantsOf(instant + offsets.offsetAt(instant));
          const reading = { device: 'P', tag: 't', epochMs, value: line };
          hours.push({ line, text: '', cells: [] }, 1, laterMs === undefined ? reading : { ...reading, laterMs });
          if (laterMs !== undefined) {
            repeated.push(epochMs);
          }
        });
        hours.end();
        const goesBack = repeated.some((ms, index) =>
          isAscending ? ms < repeated[index - 1]! : ms > repeated[index - 1]!
        );
        expect(outcomes.map((outcome, line) => outcome === instants[line])).toEqual(
          outcomes.map((outcome) => goesBack || outcome !== 'ambiguous local time')
        );
      }),
      cases(100)
    );
  }
);

/** When the clocks are set back in 2026. */
function clockBack(zone: string): number {
  const from = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(zone);
  const first = from.getTimeZoneTransition('next')!;
  const isBack = first.offsetNanoseconds < first.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  return (isBack ? first : first.getTimeZoneTransition('next')!).epochMilliseconds;
}
