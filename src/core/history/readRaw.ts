import { rowCount } from '../api/rows';
import { MAX_PAGE_ROWS } from '../api/telemetryClient';
import { type TimeWindow, windowMs } from '../time/window';
import { countInside, countLost } from './countReadings';
import type { CoverageLookup } from './coverageCache';
import { countsOfPart, readRawPart } from './readRawPart';
import type { HistorySource, ReadContext } from './historySource';
import type { RawPlan } from './historyPlan';
import { inOrder, rememberedParts } from './readWindow';
import type { SeriesId } from './seriesId';
import { failIfNothing, joinParts, type OnProgress, type WindowRead } from './windowRead';

/** Readings, or that there are more than may be read, or that the server has not kept those of the beginning. */
export type RawRead = { readonly kind: 'readings'; readonly read: WindowRead } | TooManyReadings | ReadingsNotKept;

export interface ReadingsNotKept {
  readonly kind: 'notKept';
  /** How many are counted that did not come. */
  readonly readings: number;
  readonly read: WindowRead;
  /** The counts of all the window, where they were asked for. */
  readonly counted: WindowRead | undefined;
}

export interface TooManyReadings {
  readonly kind: 'tooMany';
  /** How many there are at least; undefined: the server does not say. */
  readonly readings: number | undefined;
  /** The counts of all the window, where they were asked for. */
  readonly counted: WindowRead | undefined;
}

/**
 * Reads raw readings if they are not more than the plan allows. What is in memory is not asked for; and where the counts
 * in memory say that there are too many, none is.
 * @throws TelemetryError when nothing at all could be read
 */
export async function readRaw(
  source: HistorySource,
  series: SeriesId,
  plan: RawPlan,
  context: ReadContext,
  onProgress?: OnProgress
): Promise<RawRead> {
  const known = source.lookUp(series, 'raw', plan.window, context);
  const remembered = rowsIn(known);
  const countedBefore = known.missing.length > 0 ? countsInMemory(source, series, plan, context) : 0;
  const knownReadings = Math.max(remembered, countedBefore);
  if (knownReadings > plan.maxRows) {
    return { kind: 'tooMany', readings: knownReadings, counted: undefined };
  }
  const isAtBeginning = ({ fromEpochMs }: TimeWindow) => fromEpochMs === plan.window.fromEpochMs;
  const parts = await Promise.all(
    known.missing.map((part) =>
      readRawPart(
        source,
        series,
        part,
        countsOfPart(plan, part),
        isProbablyOnePage(known, part),
        isAtBeginning(part),
        context
      )
    )
  );
  const counted = known.present.length === 0 ? parts[0]?.counted : undefined;
  let atLeast = remembered;
  let atMost = remembered;
  for (const { readings } of parts) {
    if (readings === undefined) {
      return { kind: 'tooMany', readings: undefined, counted };
    }
    atLeast += readings.atLeast;
    atMost += readings.atMost;
  }
  if (atLeast > plan.maxRows) {
    return { kind: 'tooMany', readings: atLeast, counted };
  }
  // Counts can be wrong, and those at the ends of the window are not all of it: what comes is counted again.
  const budget = { rowsLeft: 2 * plan.maxRows + MAX_PAGE_ROWS.history };
  const rest = parts.flatMap((part) => part.readRest(budget));
  const read = await joinParts(inOrder([...rememberedParts(known), ...rest]), onProgress);
  if (budget.rowsLeft < 0 || rowCount(read.rows) > plan.maxRows) {
    return { kind: 'tooMany', readings: Math.max(atMost, remembered + read.receivedRows), counted };
  }
  const [first] = parts;
  if (first?.counted !== undefined && isAtBeginning(first.window)) {
    const lost = countLost(read, first.counted.rows, first.counts.level, first.window);
    if (lost > 0) {
      return { kind: 'notKept', readings: lost, read, counted };
    }
  }
  return { kind: 'readings', read: failIfNothing(read) };
}

/** The readings that the buckets in memory count inside the window. */
function countsInMemory(source: HistorySource, series: SeriesId, plan: RawPlan, context: ReadContext): number {
  const { level, window } = plan.counts;
  const { present } = source.lookUp(series, level, window, context);
  return present.reduce((sum, { rows }) => sum + countInside(rows, level, plan.window), 0);
}

/**
 * Judged by the rhythm of the readings in memory. Right, it saves the request for counts; wrong, it costs a round trip,
 * so it is true only when half a page would do.
 */
function isProbablyOnePage(known: CoverageLookup, part: TimeWindow): boolean {
  const rememberedMs = known.present.reduce((sum, stretch) => sum + windowMs(stretch), 0);
  return rememberedMs > 0 && (rowsIn(known) / rememberedMs) * windowMs(part) <= MAX_PAGE_ROWS.history / 2;
}

function rowsIn({ present }: CoverageLookup): number {
  return present.reduce((sum, { rows }) => sum + rowCount(rows), 0);
}
