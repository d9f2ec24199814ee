import { type RowError, StoppedImport } from '../values/importErrors.ts';
import type { RawRow } from './rawRow.ts';
import { openRejectsFile } from './rejectsFile.ts';

/** Maximum number of rejected rows shown in full, in total and per reason; all are counted. */
const MAX_SHOWN = 10;
const MAX_SHOWN_PER_REASON = 3;

/** Columns of the file of rejected rows, which an import of it ignores. */
const [LINE_COLUMN, REASON_COLUMN] = ['reject_line', 'reject_reason'];

/** Whether only a file of rejected rows has this column. */
export function isOfRejects(name: string): boolean {
  return name === LINE_COLUMN || name === REASON_COLUMN;
}

interface Rejection extends RowError {
  readonly line: number;
}

/** The rejected rows of one file. */
export interface Rejections {
  /** @throws StoppedImport if more rows than allowed are rejected */
  add(row: RawRow, error: RowError): void;
  count(): number;
  /** Count of each reason, most frequent first. */
  reasons(): Array<[reason: string, count: number]>;
  /** The first rejected rows. */
  first(): readonly Rejection[];
  /** The path of the file with the rejected rows; undefined without one. */
  file(): string | undefined;
  close(): void;
}

/** Format of the file of rejected rows, the same as the input, so that it can be fixed and imported again. */
export interface RejectsLayout {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  readonly header: string | undefined;
  readonly delimiter: string;
}

/**
 * Counts rejected rows and optionally writes them to a file, with line number and reason. Without rejected rows there is no file.
 * In CSV, these are the first two columns, so that the others stay aligned with the header; an import ignores them.
 * @param maxErrors the import stops when more rows than this are rejected
 */
export function rejections(layout: RejectsLayout | undefined, maxErrors: number): Rejections {
  const first: Rejection[] = [];
  const reasons = new Map<string, number>();
  let total = 0;
  const written = new WeakSet<object>();
  const file = layout && { ...layout, ...openRejectsFile(layout.path) };

  return {
    add(row, error) {
      total += 1;
      const ofReason = (reasons.get(error.reason) ?? 0) + 1;
      reasons.set(error.reason, ofReason);
      if (first.length < MAX_SHOWN && ofReason <= MAX_SHOWN_PER_REASON) {
        first.push({ line: row.line, ...error });
      }
      // Of a line with several items, the first one that is rejected.
      const { source = row } = row;
      if (file && !written.has(source)) {
        written.add(source);
        file.write(`${file.isWritten() ? '' : headerLine(file)}${rejectLine(row, error, file)}`);
      }
      if (total > maxErrors) {
        throw new StoppedImport(`more than ${maxErrors} rows were rejected (--max-errors)`);
      }
    },
    count: () => total,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    first: () => first,
    file: () => (file?.isWritten() ? file.path : undefined),
    close: () => file?.close(),
  };
}

function headerLine({ format, delimiter, header }: RejectsLayout): string {
  return format === 'csv' ? `${LINE_COLUMN}${delimiter}${REASON_COLUMN}${delimiter}${header}\n` : '';
}

function rejectLine({ line, text }: RawRow, { detail }: RowError, { format, delimiter }: RejectsLayout): string {
  if (format === 'csv') {
    return `${line}${delimiter}"${detail.replaceAll('"', '""')}"${delimiter}${text}\n`;
  }
  const parsed = tryParse(text);
  const rest = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : { reject_text: text };
  return `${JSON.stringify({ ...rest, [LINE_COLUMN]: line, [REASON_COLUMN]: detail })}\n`;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
