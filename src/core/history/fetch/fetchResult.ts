import type { EpochMs, TimeWindow } from '../../time/window';
import { concatRows, NO_ROWS, rowCount, type Rows } from '../rows';

/** Part of a window whose rows are missing, and why. The other parts are kept. */
export interface MissingSpan {
  readonly window: TimeWindow;
  readonly error: unknown;
}

/** The rows of a window, from the server or the cache, and everything that is wrong with them. */
export interface FetchResult {
  readonly rows: Rows;
  readonly name: string;
  readonly unit: string;
  /** Rows received from the server, used or not. */
  readonly receivedRows: number;
  readonly cachedRows: number;
  /** Received rows without a usable time or number. */
  readonly unusableRows: number;
  /** Where received buckets cannot be used: the steps that overlap these windows are incomplete. Ascending. */
  readonly unusable: readonly TimeWindow[];
  readonly duplicateRows: number;
  readonly outsideRows: number;
  readonly missing: readonly MissingSpan[];
  /** Parts not received yet; none once the fetch is over. */
  readonly pending: readonly TimeWindow[];
  /** The rows are as the server had them at this instant; of several parts, the latest. -Infinity when nothing was received. */
  readonly asOfEpochMs: EpochMs;
}

export const EMPTY_RESULT: FetchResult = {
  rows: NO_ROWS,
  name: '',
  unit: '',
  receivedRows: 0,
  cachedRows: 0,
  unusableRows: 0,
  unusable: [],
  duplicateRows: 0,
  outsideRows: 0,
  missing: [],
  pending: [],
  asOfEpochMs: -Infinity,
};

/** @throws the error of the first missing part when there are no rows at all */
export function requireRows(result: FetchResult): FetchResult {
  const [firstMissing] = result.missing;
  if (firstMissing !== undefined && rowCount(result.rows) === 0) {
    throw firstMissing.error;
  }
  return result;
}

/** The windows of which rows are missing, not received yet, or unusable. */
export function absentWindows({ missing, pending, unusable }: FetchResult): TimeWindow[] {
  return [...missing.map(({ window }) => window), ...pending, ...unusable];
}

/** A part of a window, and its result or the promise of it. */
export interface FetchPart {
  readonly window: TimeWindow;
  readonly result: FetchResult | Promise<FetchResult>;
}

export interface ReceivedPart extends FetchPart {
  readonly result: FetchResult;
}

/** How many parts of a fetch have been received, and what they amount to. */
export interface Progress<T> {
  readonly receivedParts: number;
  readonly parts: number;
  /** What is loaded so far; computed on demand. */
  readonly partial: () => T;
}

export type OnProgress<T> = (progress: Progress<T>) => void;

/** Reports the progress of a fetch as that of what the fetched rows become. */
export function mapProgress<T>(onProgress: OnProgress<T>, map: (fetched: FetchResult) => T): OnProgress<FetchResult> {
  return ({ partial, ...parts }) => onProgress({ ...parts, partial: () => map(partial()) });
}

/**
 * Waits for all parts of a window and joins them.
 * @param unordered the parts, which tile the window, in any order
 * @param onProgress called whenever a part has been received
 * @throws what the first failing part throws
 */
export async function joinParts(
  unordered: readonly FetchPart[],
  onProgress?: OnProgress<FetchResult>
): Promise<FetchResult> {
  const parts = [...unordered].sort((a, b) => a.window.fromEpochMs - b.window.fromEpochMs);
  const received = parts.map(({ result }) => (result instanceof Promise ? undefined : result));
  const partial = () =>
    joinResults(parts.map(({ window }, index) => received[index] ?? { ...EMPTY_RESULT, pending: [window] }));
  await Promise.all(
    parts.map(async ({ result }, index) => {
      if (result instanceof Promise) {
        received[index] = await result;
        onProgress?.({ receivedParts: received.filter(Boolean).length, parts: parts.length, partial });
      }
    })
  );
  return partial();
}

/** @param results of neighbouring windows, in ascending order */
function joinResults(results: readonly FetchResult[]): FetchResult {
  const sum = (amount: (result: FetchResult) => number) => results.reduce((total, result) => total + amount(result), 0);
  return {
    rows: concatRows(results.map((result) => result.rows)),
    name: results.find((result) => result.name)?.name ?? '',
    unit: results.find((result) => result.unit)?.unit ?? '',
    receivedRows: sum((result) => result.receivedRows),
    cachedRows: sum((result) => result.cachedRows),
    unusableRows: sum((result) => result.unusableRows),
    unusable: results.flatMap((result) => result.unusable),
    duplicateRows: sum((result) => result.duplicateRows),
    outsideRows: sum((result) => result.outsideRows),
    missing: results.flatMap((result) => result.missing),
    pending: results.flatMap((result) => result.pending),
    asOfEpochMs: results.reduce((latest, result) => Math.max(latest, result.asOfEpochMs), -Infinity),
  };
}
