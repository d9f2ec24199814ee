import { type HistoryPage } from '../api/historyPage';
import { type Rows, rowCount } from '../api/rows';
import { type CallContext, type TelemetryClient } from '../api/telemetryClient';
import { TelemetryError } from '../api/telemetryError';
import { BUCKET_LEVELS, BUCKET_MS, type BucketLevel, type Level } from '../time/level';
import { type Step } from '../time/step';
import { stepEdges } from '../time/stepEdges';
import { type TimeWindow, windowMs } from '../time/window';
import { isAscending } from './orderRows';
import { type BucketsPlan, type HistoryPlan, type RawPlan } from './plan';
import { hasCounts, reaggregate } from './reaggregate';
import { joinReads, pageFetcher, readSlice, readSlices, type SeriesId, type WindowRead } from './readWindow';
import { bucketSlices, rawSlices } from './slices';

/** A series as it will be drawn, with everything that must be said about it. */
export interface LoadedSeries {
  readonly series: SeriesId;
  readonly name: string;
  readonly unit: string;
  /** One row per step, bucket or reading. */
  readonly rows: Rows;
  /** Where the rows came from. */
  readonly level: Level;
  /** Undefined when the rows are raw readings. */
  readonly step: Step | undefined;
  /** The edges of the steps, empty ones included; undefined when the rows are raw readings. */
  readonly edges: Float64Array | undefined;
  readonly read: WindowRead;
  readonly substitution: Substitution | undefined;
}

/** Something other than the obvious was drawn; a notice says so. */
export type Substitution =
  | { readonly kind: 'tooManyReadings'; readonly readings: number; readonly maxRows: number }
  | { readonly kind: 'unknownCounts' };

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
  if (plan.kind === 'buckets') {
    const read = await readSlices(client, series, plan.level, bucketSlices(plan.window, plan.level), context);
    return drawBuckets(series, plan, failIfNothing(read));
  }
  return loadRaw(client, series, plan, context);
}

function drawBuckets(series: SeriesId, plan: BucketsPlan, read: WindowRead, substitution?: Substitution): LoadedSeries {
  const shared = { series, name: read.name, unit: read.unit, level: plan.level, read };
  if (plan.direct) {
    return { ...shared, rows: read.rows, step: plan.step, edges: plan.edges, substitution };
  }
  if (!hasCounts(read.rows)) {
    // Without knowing how many readings an average stands for, averages must not be averaged.
    const step = levelStep(plan.level);
    const edges = stepEdges(plan.window, step, 'UTC');
    return { ...shared, rows: read.rows, step, edges, substitution: { kind: 'unknownCounts' } };
  }
  return { ...shared, rows: reaggregate(read.rows, plan.edges), step: plan.step, edges: plan.edges, substitution };
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
  const countLevel = plan.fallback?.level ?? levelForCounting(plan.window);
  const countWindow = plan.fallback?.window ?? bucketWindow(plan.window, countLevel);
  const counting = new AbortController();
  const stopCounting = () => counting.abort(context.signal.reason);
  context.signal.addEventListener('abort', stopCounting, { once: true });
  const counts = readSlices(client, series, countLevel, bucketSlices(countWindow, countLevel), {
    ...context,
    signal: counting.signal,
  });
  // The counts may be given up before anybody waits for them.
  counts.catch(() => undefined);
  try {
    const firstPage = await pageFetcher(client, series, 'raw', plan.window, context)(null);
    if (firstPage.nextCursor === null) {
      return drawRaw(series, plan, await readSlice(plan.window, async () => firstPage));
    }
    const counted = failIfNothing(await counts);
    const readings = countReadings(counted);
    if (readings === undefined || readings > plan.maxRows) {
      return withoutRaw(series, plan, counted, readings);
    }
    return drawRaw(series, plan, await readRestOfRaw(client, series, plan.window, firstPage, counted.rows, context));
  } finally {
    context.signal.removeEventListener('abort', stopCounting);
    counting.abort();
  }
}

async function readRestOfRaw(
  client: TelemetryClient,
  series: SeriesId,
  window: TimeWindow,
  firstPage: HistoryPage,
  counts: Rows,
  context: CallContext
): Promise<WindowRead> {
  const { timeEpochMs } = firstPage.rows;
  const lastEpochMs = timeEpochMs[timeEpochMs.length - 1];
  if (lastEpochMs === undefined || !isAscending(firstPage.rows) || lastEpochMs >= window.toEpochMs) {
    // No place to go on from: follow the one chain of cursors.
    const fetchPage = pageFetcher(client, series, 'raw', window, context);
    return failIfNothing(await readSlice(window, async (cursor) => (cursor === null ? firstPage : fetchPage(cursor))));
  }
  // The rest begins at the last instant itself: another reading of the same instant may stand on the next page.
  const first = await readSlice({ fromEpochMs: window.fromEpochMs, toEpochMs: lastEpochMs }, async () => ({
    ...firstPage,
    nextCursor: null,
  }));
  const rest = { fromEpochMs: lastEpochMs, toEpochMs: window.toEpochMs };
  const others = await readSlices(client, series, 'raw', rawSlices(rest, rowsFrom(counts, lastEpochMs)), context);
  return joinReads([{ ...first, outsideRows: 0 }, others]);
}

function drawRaw(series: SeriesId, plan: RawPlan, read: WindowRead): LoadedSeries {
  const rows = plan.edges === undefined ? read.rows : reaggregate(read.rows, plan.edges);
  const shared = { series, name: read.name, unit: read.unit, level: 'raw' as const, read };
  return { ...shared, rows, step: plan.step, edges: plan.edges, substitution: undefined };
}

function withoutRaw(series: SeriesId, plan: RawPlan, counted: WindowRead, readings: number | undefined): LoadedSeries {
  if (plan.fallback === undefined) {
    throw new TelemetryError('overBudget', {
      detail: readings === undefined ? 'the server does not say how many readings there are' : String(readings),
    });
  }
  const substitution: Substitution =
    readings === undefined ? { kind: 'unknownCounts' } : { kind: 'tooManyReadings', readings, maxRows: plan.maxRows };
  return drawBuckets(series, plan.fallback, counted, substitution);
}

function countReadings(counted: WindowRead): number | undefined {
  if (counted.missing.length > 0 || !hasCounts(counted.rows)) {
    return undefined;
  }
  return counted.rows.n.reduce((sum, n) => sum + n, 0);
}

function failIfNothing(read: WindowRead): WindowRead {
  const [firstMissing] = read.missing;
  if (firstMissing !== undefined && rowCount(read.rows) === 0) {
    throw firstMissing.error;
  }
  return read;
}

/** The finest buckets whose counts of the whole window fit one page. */
function levelForCounting(window: TimeWindow): BucketLevel {
  return BUCKET_LEVELS.find((level) => windowMs(window) / BUCKET_MS[level] <= 4_900) ?? '1d';
}

function bucketWindow(window: TimeWindow, level: BucketLevel): TimeWindow {
  const edges = stepEdges(window, levelStep(level), 'UTC');
  return { fromEpochMs: edges[0]!, toEpochMs: edges[edges.length - 1]! };
}

function levelStep(level: BucketLevel): Step {
  return { count: 1, unit: level === '1m' ? 'm' : level === '1h' ? 'h' : 'd' };
}

function rowsFrom(counts: Rows, epochMs: number): Rows {
  const start = counts.timeEpochMs.findIndex((time) => time >= epochMs);
  const from = start < 0 ? rowCount(counts) : start;
  return {
    timeEpochMs: counts.timeEpochMs.subarray(from),
    avg: counts.avg.subarray(from),
    min: counts.min.subarray(from),
    max: counts.max.subarray(from),
    n: counts.n.subarray(from),
  };
}
