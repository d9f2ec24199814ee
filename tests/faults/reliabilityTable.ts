import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from './outcome';

/** The markers around the table in the document. Prettier would align the columns, which changes every line with one cell. */
const START = '<!-- prettier-ignore-start -->\n';
const END = '<!-- prettier-ignore-end -->\n';

/** A longer text of the server or of a response is cut. */
const MAX_DETAIL = 60;

type Outcomes = ReadonlyMap<string, ReadonlyArray<Outcome | undefined>>;

/**
 * The outcomes as a table in Markdown: for each fault a row for the queries of equal outcome.
 * @param outcomes by query, in the order of the faults; a query that a fault does not concern has none
 * @param others only outcomes that differ from these are listed
 */
export function reliabilityTable(
  faults: ReadonlyArray<{ readonly name: string }>,
  outcomes: Outcomes,
  others?: Outcomes
): string {
  const heading = ['Fault', 'Query', 'Shown', 'Data'];
  const rows = faults.flatMap(({ name }, index) => {
    const groups = new Map<string, { readonly queries: string[]; readonly cells: readonly string[] }>();
    for (const [query, ofQuery] of outcomes) {
      const outcome = ofQuery[index];
      const other = others?.get(query)?.[index];
      if (outcome !== undefined && !(other && isDeepStrictEqual(shownCells(outcome), shownCells(other)))) {
        const cells = shownCells(outcome);
        const group = groups.get(cells.join('|')) ?? { queries: [], cells };
        group.queries.push(query);
        groups.set(cells.join('|'), group);
      }
    }
    return [...groups.values()].map(({ queries, cells }, row) => [
      row === 0 ? name : '',
      queries.length === outcomes.size ? 'all' : queries.join(', '),
      ...cells,
    ]);
  });
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/**
 * What panels show while a fault lasts: for each fault a row for the queries of equal outcomes.
 * @param rows the outcomes at `looksMs` from the beginning of the fault, by query
 */
export function lastingTable(
  rows: ReadonlyArray<{ readonly fault: string; readonly outcomes: ReadonlyMap<string, readonly Outcome[]> }>,
  looksMs: readonly number[]
): string {
  const heading = ['Fault', 'Query', ...looksMs.flatMap((ms) => [`After ${ms / 1000} s`, 'Data'])];
  const cells = rows.flatMap(({ fault, outcomes }) => {
    const groups = new Map<string, { readonly queries: string[]; readonly cells: readonly string[] }>();
    for (const [query, ofQuery] of outcomes) {
      const shown = ofQuery.slice(0, looksMs.length).flatMap(shownCells);
      const group = groups.get(shown.join('|')) ?? { queries: [], cells: shown };
      group.queries.push(query);
      groups.set(shown.join('|'), group);
    }
    return [...groups.values()].map((group, row) => [
      row === 0 ? fault : '',
      group.queries.length === outcomes.size ? 'all' : group.queries.join(', '),
      ...group.cells,
    ]);
  });
  return [heading, heading.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** The document with another table. */
export function withTable(document: string, index: number, table: string): string {
  const parts = document.split(START);
  const [, ...after] = (parts[index + 1] ?? '').split(END);
  parts[index + 1] = [table, ...after].join(END);
  return parts.join(START);
}

/** A table of the document. */
export function tableOf(document: string, index: number): string {
  return document.split(START)[index + 1]?.split(END)[0] ?? '';
}

/** A table without the rows of these faults. */
export function withoutFaults(table: string, faults: ReadonlyArray<{ readonly name: string }>): string {
  let isLeftOut = false;
  return table
    .split(/(?<=\n)/)
    .filter((row) => {
      const [, name = ''] = /^\| (.*?) ?\|/.exec(row) ?? [];
      // Further rows of a fault do not repeat its name.
      isLeftOut = name === '' ? isLeftOut : faults.some((fault) => fault.name === name);
      return !isLeftOut;
    })
    .join('');
}

function shownCells({ data, texts }: Outcome): string[] {
  return [[...new Set(texts.map(generalText))].join('<br>'), data ?? ''];
}

/** Without what differs from query to query and from run to run: the series, the operation, and the rest of long details. */
function generalText(text: string): string {
  const general = text
    .replace(/^(Equipo )?COMP-01 · [Pp]resi[oó]n( \(\w+\))?: /, '')
    // Slices share a limit of rows, which one of them reaches first.
    .replace(/\d+ of \d+ rows from the server were left out:.*$/, 'Rows from the server were left out.')
    // Which of the limits of an HTTP client is reached first depends on the machine.
    .replaceAll(/\[(net\/http: |context deadline)[^\]]*\]/g, '[time limit]')
    .replace(/found "\{[^]*$/, 'found a text]')
    .replaceAll(/v1\/\w+(\.\w+)?(\[\d+\])?/g, 'v1/…')
    .replaceAll(/127\.0\.0\.1:\d+/g, '…')
    .replaceAll(/\w+:leer/g, '…:leer')
    .replaceAll(/\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]/g, (_, detail: string) =>
      detail.length > MAX_DETAIL ? `[${detail.slice(0, MAX_DETAIL)}…]` : `[${detail}]`
    );
  return general.replaceAll('|', '\\|').replaceAll('<', '\\<');
}
