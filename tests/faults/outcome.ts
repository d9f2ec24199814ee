import type { DataFrame } from '@grafana/data';
import type { Shown } from './queries';

/** What came of a query under a fault. */
export interface Outcome {
  /** All of the data as without the fault, some of it, or none; undefined for what has no data. */
  readonly data: 'all' | 'some' | 'none' | undefined;
  /** The errors and notices, each once. */
  readonly texts: readonly string[];
}

/** The columns that count from the current time, and those that are codes in place of names if the inventory comes late. */
const VARYING: ReadonlySet<string> = new Set([
  ...['age', 'lastContactAge', 'duration', 'waited', 'trendUrl', 'overlayUrl', 'rangeTo'],
  ...['device', 'name', 'unit', 'site', 'area', 'text'],
]);

/** @param expected what is shown without a fault */
export function dataOf({ frames }: Shown, expected: Shown): Outcome['data'] {
  if (expected.frames.length === 0) {
    return undefined;
  }
  if (JSON.stringify(valuesOf(frames)) === JSON.stringify(valuesOf(expected.frames))) {
    return 'all';
  }
  return frames.some(({ length }) => length > 0) ? 'some' : 'none';
}

function valuesOf(frames: readonly DataFrame[]): unknown {
  return frames.map(({ fields }) =>
    fields.map(({ name, values }) => [
      withoutSeries(name),
      VARYING.has(name) ? values.length : Array.from(values as unknown[]),
    ])
  );
}

/** The lower edge of a band has the name of its series, which is made of codes, too, if the inventory comes late. */
function withoutSeries(fieldName: string): string {
  return fieldName.replace(/^min .*$/, 'min');
}

/** The errors of the panel and the notices of its frames, but for those that only inform. */
export function textsOf({ frames, errors }: Shown): string[] {
  const notices = frames.flatMap(({ meta }) => meta?.notices ?? []).filter(({ severity }) => severity !== 'info');
  return [...new Set([...errors, ...notices.map(({ text }) => text)])];
}
