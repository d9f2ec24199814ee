import type { DataFrame } from '@grafana/data';

/** Thousands of rows as JSON would slow the page down. */
export const MAX_SHOWN_ROWS = 100;

/** The frame as the data source returned it, without the functions and caches that Grafana adds to its fields. */
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
      values: Array.from(values).slice(0, MAX_SHOWN_ROWS),
    })),
  };
}
