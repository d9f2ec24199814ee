import type { Measurement } from './figures/figure.ts';

/** The measurements on one database server. */
export interface EngineMeasurements {
  readonly engine: string;
  readonly measurements: readonly Measurement[];
}

/** One JSON line for each measurement. */
export function jsonLines(all: readonly EngineMeasurements[]): string {
  return all
    .flatMap(({ engine, measurements }) =>
      measurements.map(({ figure, value, limit, better }) =>
        JSON.stringify({ figure: `${figure} (${engine})`, value, limit, better })
      )
    )
    .join('\n');
}

/** A Markdown table with the servers side by side. Missed limits are marked. */
export function measurementsTable(all: readonly EngineMeasurements[]): string {
  const names = [...new Set(all.flatMap(({ measurements }) => measurements.map(({ figure }) => figure)))];
  const header = ['Figure', 'Must reach', ...all.flatMap(({ engine }) => [engine, 'How'])];
  const rows = names.map((name) => {
    const ofName = all.map(({ measurements }) => measurements.find(({ figure }) => figure === name));
    const first = ofName.find((one) => one !== undefined);
    const cells = ofName.flatMap((one) => (one === undefined ? ['–', ''] : [formatValue(one), one.detail]));
    return [name, first === undefined ? '' : formatLimit(first), ...cells];
  });
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function isReached({ value, limit, better }: Measurement): boolean {
  return better === 'lower' ? value <= limit : value >= limit;
}

function formatValue(measurement: Measurement): string {
  return isReached(measurement) ? round(measurement.value) : `**${round(measurement.value)} MISSED**`;
}

function formatLimit({ limit, better }: Measurement): string {
  return `${better === 'lower' ? 'at most' : 'at least'} ${round(limit)}`;
}

/** Three significant digits: the measurements are not more precise. */
function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
