import { type DataFrame, DataTopic } from '@grafana/data';
import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { lastValueFrom } from 'rxjs';
import { Temporal } from 'temporal-polyfill';
import { type Shift, shiftWindow } from '../../core/time/shift';
import { parseStep } from '../../core/time/step';
import { stepEdges } from '../../core/time/stepEdges';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow } from '../../core/time/window';
import type { HistoryQuery } from './historyQuery';
import { createFakeClock } from '../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { type Reading, singleSeriesData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { runQuery } from '../runQuery';

const NOW = Date.UTC(2027, 0, 1);

/** Where a reading belongs, by the calendar alone; NaN where it has no place. */
function placeOfReading(epochMs: EpochMs, { step, zone }: Shift): EpochMs {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
  const isFirstPass = shown.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds === epochMs;
  const duration = { M: { months: step.count }, w: { weeks: step.count } }[step.unit as string] ?? { days: step.count };
  const later = shown.add(duration);
  const place = later.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const exists = place.toPlainDateTime().equals(later) && (step.unit !== 'M' || later.day === shown.day);
  return isFirstPass && exists ? place.epochMilliseconds : NaN;
}

/** Where the first quarter of an hour of a step that has a place belongs. */
function placeOfStep(fromEpochMs: EpochMs, toEpochMs: EpochMs, shift: Shift): EpochMs {
  for (let quarter = fromEpochMs; quarter < toEpochMs; quarter += 15 * MINUTE_MS) {
    const place = placeOfReading(quarter, shift);
    if (!Number.isNaN(place)) {
      return place;
    }
  }
  return NaN;
}

async function renderFrame(
  window: TimeWindow,
  timezone: string,
  query: Partial<HistoryQuery>,
  readings: readonly Reading[]
): Promise<DataFrame | undefined> {
  const client = createTestClient(singleSeriesData(readings), {}, { clock: createFakeClock(NOW) });
  const target: Partial<HistoryQuery> = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], ...query };
  const request = panelRequest(window, [target], { timezone });
  const { data } = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  return (data as DataFrame[]).find(({ meta }) => meta?.dataTopic !== DataTopic.Annotations);
}

/** The points that have a value, as rows of all columns: a step in which nothing was read can have an increase. */
function listPoints(frame: DataFrame | undefined): Array<Array<number | null>> {
  const rows = Array.from({ length: frame?.length ?? 0 }, (_, row) =>
    (frame?.fields ?? []).map(({ values }) => values[row] as number | null)
  );
  return rows.filter(([, ...columns]) => columns.some((value) => value !== null));
}

/** Instants at which a clock changes or a month ends, and times a shift later, so that either window has them. */
const fromEpochMs = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2026, 2, 29, 1),
      Date.UTC(2025, 9, 26, 1),
      Date.UTC(2026, 2, 8, 7),
      Date.UTC(2025, 10, 2, 6),
      Date.UTC(2026, 3, 4, 15),
      Date.UTC(2025, 9, 4, 15, 30),
      Date.UTC(2026, 2, 1),
      Date.UTC(2026, 4, 31)
    ),
    fc.constantFrom(0, 1, 7, 31),
    fc.integer({ min: 0, max: 2 * 96 })
  )
  .map(([change, days, quarters]) => change + days * DAY_MS - quarters * 15 * MINUTE_MS);

const scenario = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe'),
  step: fc.constantFrom('1d', '2d', '1w', '1M', '2M'),
  fromEpochMs,
  hours: fc.integer({ min: 1, max: 5 * 24 }),
  interval: fc.constantFrom('raw', '15m', '30m', '60m', '2h', '8h', '24h', '1h'),
  offset: fc.constantFrom('', '', '06:00'),
  fill: fc.constantFrom('gap' as const, 'null' as const),
  everyMs: fc.constantFrom(9 * MINUTE_MS, 15 * MINUTE_MS, 70 * MINUTE_MS),
  outage: fc.record({ atHour: fc.integer({ min: -24, max: 120 }), hours: fc.integer({ min: 0, max: 12 }) }),
});

it('shows what the earlier window has, re-timed by the calendar, and reports what has no local time there', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ zone, step, hours, interval, offset, fill, everyMs, outage, ...parts }) => {
      const window = { fromEpochMs: parts.fromEpochMs, toEpochMs: parts.fromEpochMs + hours * HOUR_MS };
      const shift: Shift = { step: parseStep(step)!, zone };
      const earlier = shiftWindow(window, shift);
      const first = earlier.fromEpochMs - 2 * DAY_MS;
      const outageFrom = earlier.fromEpochMs + outage.atHour * HOUR_MS;
      const readings = Array.from(
        { length: Math.ceil((earlier.toEpochMs - first + 2 * DAY_MS) / everyMs) },
        (_, index) => ({
          atEpochMs: first + index * everyMs,
          value: index,
        })
      ).filter(({ atEpochMs }) => atEpochMs < outageFrom || atEpochMs >= outageFrom + outage.hours * HOUR_MS);
      const query: Partial<HistoryQuery> = {
        interval,
        offset: interval === '1h' ? '' : offset,
        fill,
        statistics: ['avg', 'min', 'max', 'n', 'increase'],
      };
      const shifted = await renderFrame(window, zone, { ...query, shift: step }, readings);
      const unshifted = await renderFrame(earlier, zone, query, readings);

      const isRaw = interval === 'raw';
      const length = interval === '1h' ? '60m' : interval;
      const edges = isRaw
        ? new Float64Array()
        : stepEdges(earlier, parseStep(length)!, interval === '1h' ? 'UTC' : zone, query.offset ? 6 * HOUR_MS : 0);
      const placed = listPoints(unshifted).map(([time, ...values]): Array<number | null> => {
        const end = edges[edges.indexOf(time!) + 1]!;
        return [isRaw ? placeOfReading(time!, shift) : placeOfStep(time!, end, shift), ...values];
      });
      const expected = placed.filter(([place]) => !Number.isNaN(place));
      expect(listPoints(shifted)).toEqual(expected);

      const times = (shifted?.fields[0]?.values ?? []) as number[];
      expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
      const leftOut = placed.length - expected.length;
      const notices = (shifted?.meta?.notices ?? []).map(({ text }) => text);
      const reported = notices
        .filter((text) => !/no data in this time range|includes what was counted/.test(text))
        .join();
      expect(reported).toEqual(
        leftOut === 0 ? '' : expect.stringContaining(`: ${leftOut} points of the earlier period are not shown`)
      );
    }),
    cases(150)
  );
});
