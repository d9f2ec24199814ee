import type { DataFrame } from '@grafana/data';

/** Enough to see what a query gave; thousands of rows would only slow the page down. */
export const SHOWN_ROWS = 100;

/** A frame as plain JSON: what the data source made, without the functions and caches that the page hangs on it. */
export function frameJson(frame: DataFrame) {
  return {
    name: frame.name,
    refId: frame.refId,
    meta: frame.meta,
    length: frame.length,
    fields: frame.fields.map(({ name, type, labels, config, values }) => ({
      name,
      type,
      labels,
      config,
      values: Array.from(values).slice(0, SHOWN_ROWS),
    })),
  };
}
