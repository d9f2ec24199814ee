import type { Measurement } from './figures/figure.ts';

/** The figures of one database server. */
export interface EngineMeasurements {
  readonly engine: string;
  readonly measured: readonly Measurement[];
}

/** One line of JSON for each figure, for programs. */
export function jsonLines(all: readonly EngineMeasurements[]): string {
  return all
    .flatMap(({ engine, measured }) =>
      measured.map(({ figure, value, limit, better }) =>
        JSON.stringify({ figure: `${figure} (${engine})`, value, limit, better })
      )
    )
    .join('\n');
}

/** A Markdown table for people, the servers side by side. What misses its limit is marked. */
export function measurementsTable(all: readonly EngineMeasurements[]): string {
  const names = [...new Set(all.flatMap(({ measured }) => measured.map(({ figure }) => figure)))];
  const header = ['Figure', 'Must reach', ...all.flatMap(({ engine }) => [engine, 'How'])];
  const rows = names.map((name) => {
    const ofName = all.map(({ measured }) => measured.find(({ figure }) => figure === name));
    const first = ofName.find((one) => one !== undefined);
    const cells = ofName.flatMap((one) => (one === undefined ? ['–', ''] : [shownValue(one), one.detail]));
    return [name, first === undefined ? '' : shownLimit(first), ...cells];
  });
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function isReached({ value, limit, better }: Measurement): boolean {
  return better === 'lower' ? value <= limit : value >= limit;
}

function shownValue(measured: Measurement): string {
  return isReached(measured) ? rounded(measured.value) : `**${rounded(measured.value)} MISSED**`;
}

function shownLimit({ limit, better }: Measurement): string {
  return `${better === 'lower' ? 'at most' : 'at least'} ${rounded(limit)}`;
}

/** Three digits that mean something; no more can be trusted. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
