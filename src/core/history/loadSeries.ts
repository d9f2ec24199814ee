import { rowCount } from '../api/rows';
import { type CallContext, MAX_PAGE_ROWS, type TelemetryClient } from '../api/telemetryClient';
import { TelemetryError } from '../api/telemetryError';
import { countReadings, type ReadingCount } from './countReadings';
import { type LoadedSeries, seriesOfBuckets, seriesOfReadings, type Substitution } from './loadedSeries';
import { type BucketsToRead, type HistoryPlan, type RawPlan } from './plan';
import { readRestOfRaw } from './readRestOfRaw';
import { pageFetcher, readSlice, readSlices, type SeriesId, type WindowRead } from './readWindow';
import { bucketSlices } from './slices';

/**
 * Carries out a plan for one series.
 * @throws TelemetryError when nothing at all could be read, or when raw readings were asked for that are too many
 */
export async function loadSeries(
  client: TelemetryClient,
  series: SeriesId,
  plan: HistoryPlan,
  context: CallContext
): Promise<LoadedSeries> {
  if (plan.kind === 'raw') {
    return loadRaw(client, series, plan, context);
  }
  return seriesOfBuckets(series, plan, failIfNothing(await readBuckets(client, series, plan, context)));
}

/**
 * Asks for the first page of readings and, side by side, for coarse buckets whose `n` add up to how many there are.
 * When the readings end with the first page, the counts were not needed and cost no extra round trip; else they decide
 * whether the rest is fetched, and where to cut it so that it is fetched side by side.
 */
async function loadRaw(
  client: TelemetryClient,
  series: SeriesId,
  plan: RawPlan,
  context: CallContext
): Promise<LoadedSeries> {
  const counting = new AbortController();
  const stopCounting = () => counting.abort(context.signal.reason);
  context.signal.addEventListener('abort', stopCounting, { once: true });
  const counts = readBuckets(client, series, plan.counts, { ...context, signal: counting.signal });
  // The counts may be given up before anybody waits for them.
  counts.catch(() => undefined);
  try {
    const firstPage = await pageFetcher(client, series, 'raw', plan.window, context)(null);
    if (firstPage.nextCursor === null) {
      return seriesOfReadings(series, plan, await readSlice(plan.window, 'raw', async () => firstPage));
    }
    const counted = failIfNothing(await counts);
    const count = countReadings(counted, plan.counts.level, plan.window);
    if (count === undefined || count.atLeast > plan.maxRows) {
      return withoutRaw(series, plan, counted, count);
    }
    // Counts can be wrong, and those at the ends of the window are not all of it: what comes is counted again.
    const budget = { rowsLeft: 2 * plan.maxRows + MAX_PAGE_ROWS.history };
    const read = await readRestOfRaw(client, series, plan, firstPage, counted.rows, budget, context);
    if (budget.rowsLeft < 0 || rowCount(read.rows) > plan.maxRows) {
      return withoutRaw(series, plan, counted, { ...count, atLeast: Math.max(count.atMost, read.receivedRows) });
    }
    return seriesOfReadings(series, plan, failIfNothing(read));
  } finally {
    context.signal.removeEventListener('abort', stopCounting);
    counting.abort();
  }
}

function readBuckets(
  client: TelemetryClient,
  series: SeriesId,
  { window, level, expectedRows }: BucketsToRead,
  context: CallContext
): Promise<WindowRead> {
  const slices = bucketSlices(window, level);
  // Buckets can be counted in advance. Rows that come twice and empty pages are borne with, to a point.
  const budget = { rowsLeft: 4 * expectedRows + 100 * slices.length };
  return readSlices(client, series, level, slices, context, budget);
}

function withoutRaw(
  series: SeriesId,
  plan: RawPlan,
  counted: WindowRead,
  count: ReadingCount | undefined
): LoadedSeries {
  if (plan.fallback === undefined) {
    throw new TelemetryError('overBudget', {
      detail: count === undefined ? 'the server does not say how many readings there are' : String(count.atLeast),
    });
  }
  const substitution: Substitution =
    count === undefined
      ? { kind: 'unknownReadings' }
      : { kind: 'tooManyReadings', readings: count.atLeast, maxRows: plan.maxRows };
  return seriesOfBuckets(series, plan.fallback, counted, substitution);
}

function failIfNothing(read: WindowRead): WindowRead {
  const [firstMissing] = read.missing;
  if (firstMissing !== undefined && rowCount(read.rows) === 0) {
    throw firstMissing.error;
  }
  return read;
}
