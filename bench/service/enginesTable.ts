import type { Measured, Table } from '../kit/figure.ts';
import { isReached, limitText, rounded } from '../kit/report.ts';

/** The figures on one database server. Their names do not contain its name: equal names share a row of the table. */
export interface EngineFigures {
  readonly engine: string;
  readonly measured: readonly Measured[];
}

/** The figures of all servers, with the server in their names. */
export function namedByEngine(all: readonly EngineFigures[]): Measured[] {
  return all.flatMap(({ engine, measured }) =>
    measured.map((one) => ({ ...one, figure: `${one.figure} (${engine})` }))
  );
}

/** A table with the servers side by side. Missed limits are marked. */
export function enginesTable(all: readonly EngineFigures[]): Table {
  const names = [...new Set(all.flatMap(({ measured }) => measured.map(({ figure }) => figure)))];
  return {
    columns: ['Figure', 'Must reach', ...all.flatMap(({ engine }) => [engine, 'How'])],
    rows: names.map((name) => {
      const ofName = all.map(({ measured }) => measured.find(({ figure }) => figure === name));
      const first = ofName.find((one) => one !== undefined);
      return [name, first ? limitText(first) : '', ...ofName.flatMap((one) => (one ? cells(one) : ['–', '']))];
    }),
  };
}

function cells(measured: Measured): string[] {
  const value = rounded(measured.value);
  return [isReached(measured) ? value : `**${value} MISSED**`, measured.detail ?? ''];
}
