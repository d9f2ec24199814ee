import type { Queryable } from '../store/database/queryable.ts';
import type { ClaimedExport } from '../store/exports/exportQueue.ts';
import { readHistoryPage } from '../store/readings/pages/historyPage.ts';
import type { Level } from '../store/readings/levels.ts';
import type { RowLayout } from '../store/readings/pages/rowText.ts';
import { readTagNames } from '../store/inventory/tagNames.ts';

const PAGE_ROWS = 5000;

/** The content of an export, independent of its destination. */
export type ExportContent = Pick<ClaimedExport, 'format' | 'tagIds' | 'level' | 'fromMs' | 'toMs'>;

export interface ExportPart {
  readonly bytes: Uint8Array;
  /** Total number of rows so far. */
  readonly rows: number;
  /** 0 to 100, by tags and time covered so far. */
  readonly progress: number;
}

/** The text of an export in file order, page by page. Each page is read when the consumer requests it. */
export async function* exportPages(db: Queryable, content: ExportContent): AsyncGenerator<ExportPart> {
  const { level, fromMs, toMs } = content;
  const isCsv = content.format.startsWith('csv');
  if (isCsv) {
    yield { bytes: Buffer.from(csvHeader(level)), rows: 0, progress: 0 };
  }
  const tags = await readTagNames(db, content.tagIds);
  let rows = 0;
  for (const [index, tag] of tags.entries()) {
    const layout = isCsv ? csvLayout(level, tag.device, tag.key) : ndjsonLayout(level, tag.device, tag.key);
    let pageFromMs = fromMs;
    for (let hasMore = true; hasMore;) {
      const page = await readHistoryPage(
        db,
        { tagId: tag.id, level, fromMs: pageFromMs, toMs, limit: PAGE_ROWS },
        layout
      );
      rows += page.count;
      hasMore = page.hasMore;
      pageFromMs = page.lastMs + 1;
      const shareOfTag = hasMore ? (pageFromMs - fromMs) / (toMs - fromMs) : 1;
      yield { bytes: page.bytes, rows, progress: Math.floor(((index + shareOfTag) / tags.length) * 100) };
    }
  }
}

function csvHeader(level: Level): string {
  return `dispositivo,tag,ts,${level === 'raw' ? 'valor' : 'avg,min,max,n'}\r\n`;
}

/** Same names and formats as in the API, one row per line. */
function csvLayout(level: Level, device: string, key: string): RowLayout {
  return {
    before: `${csvCell(device)},${csvCell(key)},`,
    labels: level === 'raw' ? [','] : [',', ',', ',', ','],
    after: '\r\n',
  };
}

function ndjsonLayout(level: Level, device: string, key: string): RowLayout {
  return {
    before: `{"dispositivo":${JSON.stringify(device)},"tag":${JSON.stringify(key)},"ts":"`,
    labels: level === 'raw' ? ['","valor":'] : ['","avg":', ',"min":', ',"max":', ',"n":'],
    after: '}\n',
  };
}

/**
 * What a spreadsheet would run as a formula, also behind apostrophes: the import takes one off, so that every text is read back
 * as it is.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Spreadsheets in many languages split cells at semicolons, whatever the header is split by. */
const QUOTED = /[",;\t\r\n]/;

/** A text column as CSV, as text for spreadsheets. Columns of numbers are left as they are. */
function csvCell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
