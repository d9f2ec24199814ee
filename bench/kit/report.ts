import type { Measured, Table } from './figure.ts';

/** One JSON line per figure, for other programs. */
export function jsonLines(measured: readonly Measured[]): string {
  return measured
    .map(({ figure, value, limit, better }) => JSON.stringify({ figure, value, limit, better }))
    .join('\n');
}

/** A table of the figures that are not shown in another table. */
export function figuresTable(measured: readonly Measured[]): Table {
  return {
    title: 'Figures',
    columns: ['Figure', 'Value', 'Target', 'Result', 'Details'],
    rows: measured.flatMap((one) =>
      one.detail === undefined ? [] : [[one.figure, rounded(one.value), limitText(one), verdict(one), one.detail]]
    ),
  };
}

/** Pads the columns, so that the table is readable as text and as Markdown. */
export function markdownTable({ title, columns, rows }: Table): string {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => cell(row, index).length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => cell(cells, i).padEnd(width)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [...(title ? [`${title}:`, ''] : []), line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** Whether a figure reaches its target; undefined if it has none. */
export function isReached({ value, limit, better }: Measured): boolean | undefined {
  return limit === null ? undefined : better === 'lower' ? value <= limit : value >= limit;
}

function verdict(measured: Measured): string {
  const reached = isReached(measured);
  return reached === undefined ? '' : reached ? 'ok' : 'MISSED';
}

/** The target, for display; empty if there is none. */
export function limitText({ limit, better }: Measured): string {
  return limit === null ? '' : `${better === 'lower' ? 'at most' : 'at least'} ${rounded(limit)}`;
}

/** Three significant digits; more would suggest a precision that measurements do not have. */
export function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function cell(cells: readonly string[], index: number): string {
  return cells[index] ?? '';
}
