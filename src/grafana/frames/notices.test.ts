import type { TimeWindow } from '../../core/time/window';
import { readingsAt } from '../../testSupport/rowsOf';
import { TelemetryError } from '../../core/api/telemetryError';
import type { LoadedSeries, Substitution } from '../../core/history/series/toSteps';
import { EMPTY_RESULT, type FetchResult } from '../../core/history/fetch/fetchResult';
import { seriesNotices } from './notices';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const ROWS = readingsAt([1, 2, 3]);

function noticesOf(
  fetched: Partial<FetchResult>,
  substitution?: Substitution,
  shownRows = 3,
  unusableSteps: readonly TimeWindow[] = []
) {
  const loaded: LoadedSeries = {
    series: { device: 'P', tag: 't' },
    name: '',
    unit: '',
    rows: ROWS,
    level: '1m',
    step: undefined,
    edges: undefined,
    fetched: { ...EMPTY_RESULT, rows: ROWS, receivedRows: 3, ...fetched },
    unusableSteps,
    substitution,
  };
  return seriesNotices(loaded, shownRows, 'm³/h <1>', 'Europe/Madrid').map(
    ({ severity, text }) => `${severity}: ${text}`
  );
}

it('says nothing of a series that is whole', () => {
  expect(noticesOf({})).toEqual([]);
});

it('names each span that is missing, in the zone of the dashboard, why, and what to do', () => {
  const missing = [0, 1].map((hour) => ({
    window: { fromEpochMs: NOON + hour * HOUR, toEpochMs: NOON + (hour + 1) * HOUR },
    error: new TelemetryError('server', { status: 503, detail: 'busy' }),
  }));
  expect(noticesOf({ missing })).toEqual([
    expect.stringMatching(
      /^error: m³\/h <1>: no data from 2026-03-03 13:00:00 – 2026-03-03 14:00:00\. .*503.*\[busy\] Refresh/
    ),
    expect.stringContaining('2026-03-03 14:00:00 – 2026-03-03 15:00:00'),
  ]);
});

it.each<[Substitution, RegExp]>([
  [{ kind: 'tooManyReadings', readings: 70_000, maxRows: 50_000 }, /^info: .*70000 readings \(at most 50000.*Zoom in/],
  [{ kind: 'expiredReadings', readings: 700 }, /^warning: .*1-minute averages .*no longer retains 700 readings/],
  [{ kind: 'unknownReadings' }, /^warning: .*does not report how many readings the time range has.*Zoom in/],
  [{ kind: 'unknownCounts' }, /^warning: .*the server's own rows.*cannot be combined exactly/],
  [{ kind: 'unexpectedBuckets', level: '1d' }, /^warning: .*1d averages begin at other times.*Check the time zone/],
  [{ kind: 'utcSteps' }, /^info: .*follow UTC.*Choose an interval/],
])('says that something else is drawn, and what to do: %j', (substitution, expected) => {
  expect(noticesOf({}, substitution)).toEqual([expect.stringMatching(expected)]);
});

it('says that readings were thinned, of how many', () => {
  expect(noticesOf({}, undefined, 2)).toEqual([
    expect.stringMatching(/^info: .*of 3 readings, showing the first, last, lowest and highest/),
  ]);
});

it.each([
  [{ unusableRows: 2 }, /2 of 9 rows .* 2 without a usable time or number, 0 duplicates, 0 outside/],
  [{ duplicateRows: 3 }, /3 of 9 rows .* 0 without a usable time or number, 3 duplicates, 0 outside/],
  [{ outsideRows: 4 }, /4 of 9 rows .* 0 without a usable time or number, 0 duplicates, 4 outside/],
])('says how many rows were left out, and why: %j', (read, expected) => {
  expect(noticesOf({ receivedRows: 9, ...read })).toEqual([expect.stringMatching(expected)]);
});

it('names the spans of buckets without usable numbers, joined where they touch, and counts the rest', () => {
  const minutes = [0, 1, 5, 10, 20, 30];
  const unusableSteps = minutes.map((minute) => ({
    fromEpochMs: NOON + minute * 60_000,
    toEpochMs: NOON + (minute + 1) * 60_000,
  }));
  expect(noticesOf({}, undefined, 3, unusableSteps)).toEqual([
    'warning: m³/h <1>: no points for 2026-03-03 13:00:00 – 2026-03-03 13:02:00, 2026-03-03 13:05:00 – 2026-03-03 13:06:00, ' +
      '2026-03-03 13:10:00 – 2026-03-03 13:11:00, 2 more, because the server sent 1m averages there that cannot be used.',
  ]);
});
