/** One fault and what was acknowledged until the next. */
export interface Outcome {
  readonly fault: string;
  /** Rows acknowledged in this round, and how many of all rows more than before are found. */
  readonly acknowledged: number;
  readonly found: number;
}

const COLUMN_WIDTHS = [24, 7, 15, 15, 8];

/** A row for each kind of fault, below a header. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = [...new Set(outcomes.map(({ fault }) => fault))].map((fault) => {
    const { times, acknowledged, found, lost } = sumOutcomes(outcomes.filter((one) => one.fault === fault));
    return row(fault, [times, acknowledged, found, lost].map(formatCount));
  });
  return [row('fault', ['times', 'acknowledged', 'found', 'lost']), ...rows].join('\n');
}

export function sumOutcomes(outcomes: readonly Outcome[]) {
  const sum = (field: 'acknowledged' | 'found') => outcomes.reduce((total, one) => total + one[field], 0);
  const [acknowledged, found] = [sum('acknowledged'), sum('found')];
  return { times: outcomes.length, acknowledged, found, lost: acknowledged - found };
}

export function formatCount(value: number): string {
  return value.toLocaleString('en');
}

function row(first: string, rest: readonly string[]): string {
  return [first, ...rest]
    .map((text, i) => (i === 0 ? text.padEnd(COLUMN_WIDTHS[0] ?? 0) : text.padStart(COLUMN_WIDTHS[i] ?? 0)))
    .join('');
}
