import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { InputError, type Problem, StoppedImport } from './problem.ts';
import type { RawRow } from './rawRow.ts';

/** So many are shown in full, and so many of one reason; all are counted. */
const SHOWN_IN_FULL = 10;
const SHOWN_OF_REASON = 3;

interface Rejection extends Problem {
  readonly line: number;
}

/** The rows of one file that were not taken. */
export interface Rejections {
  add(row: RawRow, problem: Problem): void;
  count(): number;
  /** How often each reason came, most often first. */
  reasons(): Array<[reason: string, count: number]>;
  /** The first ones. */
  first(): readonly Rejection[];
  close(): void;
}

/** What the rejects file begins with, so that it can be imported again once it is mended. */
export interface RejectsLayout {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  readonly header: string | null;
  readonly delimiter: string;
}

/**
 * Counts what is rejected and, where asked, writes each row as it was to a file, behind its line and its reason.
 * In CSV those two come first, so that the other columns stay under their names; an import passes over them.
 */
export function rejections(layout: RejectsLayout | null): Rejections {
  const first: Rejection[] = [];
  const reasons = new Map<string, number>();
  let total = 0;
  // Opened at once, so that a path that cannot be written is said before anything is imported.
  const file = layout && { ...layout, handle: openRejects(layout) };

  return {
    add(row, problem) {
      total += 1;
      const ofReason = (reasons.get(problem.reason) ?? 0) + 1;
      reasons.set(problem.reason, ofReason);
      if (first.length < SHOWN_IN_FULL && ofReason <= SHOWN_OF_REASON) {
        first.push({ line: row.line, ...problem });
      }
      if (file) {
        writeSync(file.handle, rejectLine(row, problem, file));
      }
    },
    count: () => total,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    first: () => first,
    close() {
      if (file) {
        closeSync(file.handle);
        if (total === 0) {
          rmSync(file.path, { force: true });
        }
      }
    },
  };
}

/** @throws StoppedImport where more rows were rejected than are borne */
export function stopAfter(maxErrors: number, rejected: number): void {
  if (rejected > maxErrors) {
    throw new StoppedImport(`more than ${maxErrors} rows were rejected (--max-errors)`);
  }
}

function rejectLine({ line, text }: RawRow, { detail }: Problem, { format, delimiter }: RejectsLayout): string {
  if (format === 'csv') {
    return `${line}${delimiter}"${detail.replaceAll('"', '""')}"${delimiter}${text}\n`;
  }
  const parsed = tryParse(text);
  const rest = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : { reject_text: text };
  return `${JSON.stringify({ ...rest, reject_line: line, reject_reason: detail })}\n`;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function openRejects({ path, format, delimiter, header }: RejectsLayout): number {
  try {
    const handle = openSync(path, 'w');
    if (format === 'csv') {
      writeSync(handle, `reject_line${delimiter}reject_reason${delimiter}${header}\n`);
    }
    return handle;
  } catch (error) {
    throw new InputError(`cannot write the rejected rows to ${path}: ${(error as Error).message}`);
  }
}
