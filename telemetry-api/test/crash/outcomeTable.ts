import { formatCount, tableRow } from '../support/tableRow.ts';

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
    const { times, acknowledged, found, lost } = sumOutcomes(outcomes.filter((outcome) => outcome.fault === fault));
    return tableRow(COLUMN_WIDTHS, [fault, ...[times, acknowledged, found, lost].map(formatCount)]);
  });
  return [tableRow(COLUMN_WIDTHS, ['fault', 'times', 'acknowledged', 'found', 'lost']), ...rows].join('\n');
}

export function sumOutcomes(outcomes: readonly Outcome[]) {
  const sum = (field: 'acknowledged' | 'found') => outcomes.reduce((total, outcome) => total + outcome[field], 0);
  const [acknowledged, found] = [sum('acknowledged'), sum('found')];
  return { times: outcomes.length, acknowledged, found, lost: acknowledged - found };
}

/**
 * The last line of a run.
 * @param failure what a fault left that must not be; undefined if nothing
 * @param repeat the options that repeat the run
 */
export function verdictOf(
  outcomes: readonly Outcome[],
  failure: string | undefined,
  repeat: string,
  skipped: string
): { readonly isPassed: boolean; readonly line: string } {
  const { times, acknowledged, lost } = sumOutcomes(outcomes);
  const isPassed = failure === undefined && lost === 0 && (outcomes.length > 0 || skipped !== '');
  const passed = outcomes.length > 0 ? 'passed' : 'nothing was run';
  const [faults, rows, missing] = [times, acknowledged, lost].map(formatCount);
  // The fault that failed is not among the counted ones: what it lost is in the failure, if it could be counted at all.
  const counted =
    failure === undefined
      ? `${faults} faults, ${rows} rows acknowledged, ${missing} lost`
      : `${faults} faults with ${missing} of ${rows} rows lost, then the failure above`;
  const line = `crash: ${counted}: ${isPassed ? passed : `FAILED: repeat with -- ${repeat}`}${skipped}`;
  return { isPassed, line };
}
