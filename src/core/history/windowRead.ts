import { concatRows, NO_ROWS, rowCount, type Rows } from '../api/rows';
import type { EpochMs, TimeWindow } from '../time/window';

/** Part of a window whose rows did not come, and why. The parts that did come are kept. */
export interface MissingSpan {
  readonly window: TimeWindow;
  readonly error: unknown;
}

/** What a window's reading brought. */
export interface WindowRead {
  readonly rows: Rows;
  readonly name: string;
  readonly unit: string;
  /** Rows that came from the server, used or not. */
  readonly receivedRows: number;
  /** Rows that were in memory already. */
  readonly rememberedRows: number;
  readonly unusableRows: number;
  readonly duplicateRows: number;
  readonly outsideRows: number;
  readonly missing: readonly MissingSpan[];
  /** Parts that are still on their way; none once the reading is over. */
  readonly pending: readonly TimeWindow[];
  /** The server's rows as of this instant; of several reads, the latest. -Infinity when nothing was read. */
  readonly asOfEpochMs: EpochMs;
}

export const NOTHING_READ: WindowRead = {
  rows: NO_ROWS,
  name: '',
  unit: '',
  receivedRows: 0,
  rememberedRows: 0,
  unusableRows: 0,
  duplicateRows: 0,
  outsideRows: 0,
  missing: [],
  pending: [],
  asOfEpochMs: -Infinity,
};

/** Puts the reads of neighbouring windows, in ascending order, together. */
export function joinReads(reads: readonly WindowRead[]): WindowRead {
  const sum = (amount: (read: WindowRead) => number) => reads.reduce((total, read) => total + amount(read), 0);
  return {
    rows: concatRows(reads.map((read) => read.rows)),
    name: reads.find((read) => read.name)?.name ?? '',
    unit: reads.find((read) => read.unit)?.unit ?? '',
    receivedRows: sum((read) => read.receivedRows),
    rememberedRows: sum((read) => read.rememberedRows),
    unusableRows: sum((read) => read.unusableRows),
    duplicateRows: sum((read) => read.duplicateRows),
    outsideRows: sum((read) => read.outsideRows),
    missing: reads.flatMap((read) => read.missing),
    pending: reads.flatMap((read) => read.pending),
    asOfEpochMs: reads.reduce((latest, read) => Math.max(latest, read.asOfEpochMs), -Infinity),
  };
}

/** @throws the reason why the first part is missing, when nothing else came */
export function failIfNothing(read: WindowRead): WindowRead {
  const [firstMissing] = read.missing;
  if (firstMissing !== undefined && rowCount(read.rows) === 0) {
    throw firstMissing.error;
  }
  return read;
}

/** A stretch of a window, and its rows when they are here or as soon as they come. */
export interface ReadPart {
  readonly window: TimeWindow;
  readonly read: WindowRead | Promise<WindowRead>;
}

/** How far a reading of several parts has come. */
export interface ReadProgress {
  readonly partsHere: number;
  readonly parts: number;
  /** What is here by now; the rest is `pending`. */
  readonly soFar: () => WindowRead;
}

export type OnProgress = (progress: ReadProgress) => void;

/**
 * Waits for parts and puts them together.
 * @param parts neighbours, in ascending order
 * @param onProgress told whenever a part has come
 * @throws what the first failing part throws
 */
export async function joinParts(parts: readonly ReadPart[], onProgress?: OnProgress): Promise<WindowRead> {
  const here = parts.map(({ read }) => (read instanceof Promise ? undefined : read));
  const soFar = () =>
    joinReads(parts.map(({ window }, index) => here[index] ?? { ...NOTHING_READ, pending: [window] }));
  const reads = parts.map(async ({ read }, index) => {
    if (read instanceof Promise) {
      here[index] = await read;
      onProgress?.({ partsHere: here.filter(Boolean).length, parts: parts.length, soFar });
    }
  });
  await Promise.all(reads);
  return soFar();
}
