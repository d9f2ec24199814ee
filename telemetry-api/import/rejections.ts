import { closeSync, openSync, writeSync } from 'node:fs';
import { InputError, type Problem, StoppedImport } from './problem.ts';
import { type RawRow } from './rawRow.ts';

/** So many are shown in full; all are counted. */
const shownInFull = 10;

export interface Rejection extends Problem {
  line: number;
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
  path: string;
  format: 'csv' | 'ndjson';
  header: string | null;
  delimiter: string;
}

/**
 * Counts what is rejected and, where asked, writes each row as it was to a file, behind its line and its reason.
 * Those two come first, so that the other columns stay under their names; an import passes over them.
 */
export function rejections(layout: RejectsLayout | null): Rejections {
  const first: Rejection[] = [];
  const reasons = new Map<string, number>();
  let total = 0;
  // Opened with the first row: a file without faults leaves none behind.
  let file: number | null = null;

  function write({ line, text }: RawRow, { detail }: Problem, to: RejectsLayout): void {
    if (file === null) {
      file = openRejects(to.path);
      if (to.format === 'csv') {
        writeSync(file, `reject_line${to.delimiter}reject_reason${to.delimiter}${to.header}\n`);
      }
    }
    writeSync(file, to.format === 'csv' ? csvReject(line, detail, text, to.delimiter) : jsonReject(line, detail, text));
  }

  return {
    add(row, problem) {
      total += 1;
      reasons.set(problem.reason, (reasons.get(problem.reason) ?? 0) + 1);
      if (first.length < shownInFull) {
        first.push({ line: row.line, ...problem });
      }
      if (layout) {
        write(row, problem, layout);
      }
    },
    count: () => total,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    first: () => first,
    close() {
      if (file !== null) {
        closeSync(file);
        file = null;
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

function csvReject(line: number, detail: string, text: string, delimiter: string): string {
  return `${line}${delimiter}"${detail.replaceAll('"', '""')}"${delimiter}${text}\n`;
}

function jsonReject(line: number, detail: string, text: string): string {
  const parsed = tryParse(text);
  const rest = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : { reject_text: text };
  return `${JSON.stringify({ reject_line: line, reject_reason: detail, ...rest })}\n`;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function openRejects(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new InputError(`the rejects cannot be written to ${path}: ${(error as Error).message}`);
  }
}
