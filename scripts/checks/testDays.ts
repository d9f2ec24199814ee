const DAY_MS = 86_400_000;
const COUNT = 60;
/** Together with the hours, every weekday, day of the month and hour within the sixty. */
const DISTANCE_DAYS = 11;
const START_EPOCH_MS = Date.UTC(2026, 10, 20);

/** Ends of months and years, 29 February, and the hours around changes of the clocks in the time zones of the demo plant. */
const NOTABLE = [
  '2026-12-01 00:10:00',
  '2026-12-31 23:59:30',
  '2027-01-01 00:00:30',
  '2027-02-28 22:00:00',
  '2027-03-27 22:30:00',
  '2027-03-28 00:59:00',
  '2027-04-04 03:30:00',
  '2027-09-05 03:45:00',
  '2027-10-31 00:30:00',
  '2027-10-31 01:30:00',
  '2028-02-29 12:00:00',
  '2028-03-01 05:59:00',
];

/**
 * Sixty instants that tests may be run at, none of which may change their verdict.
 * @returns in UTC, as libfaketime reads them
 */
export function testDays(): readonly string[] {
  const others = Array.from({ length: COUNT - NOTABLE.length }, (_, index) =>
    new Date(START_EPOCH_MS + index * (DISTANCE_DAYS * DAY_MS + 35 * 60_000))
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
  );
  return [...NOTABLE, ...others];
}
