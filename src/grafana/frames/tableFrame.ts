import { type DataFrame, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';

/** One column of a table. */
export interface Column<Row> {
  /** Stays the same in every language, for overrides and transformations. */
  readonly name: string;
  readonly type: FieldType;
  /** The heading, translated. */
  readonly title: string;
  readonly value: (row: Row) => unknown;
  readonly config?: FieldConfig;
}

interface TableFrameOptions {
  readonly refId: string;
  readonly notices: readonly QueryResultMetaNotice[];
}

/** A table of the rows, which Explore shows as a table, too. An undefined value is an empty cell. */
export function tableFrame<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { refId, notices }: TableFrameOptions
): DataFrame {
  return {
    refId,
    name: refId,
    length: rows.length,
    fields: columns.map(({ name, type, title, value, config }) => ({
      name,
      type,
      config: { displayNameFromDS: title, ...config },
      values: rows.map((row) => value(row) ?? null),
    })),
    meta: { notices: [...notices], preferredVisualisationType: 'table' },
  };
}

export function textColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => string | undefined,
  config?: FieldConfig
): Column<Row> {
  return { name, type: FieldType.string, title, value, config };
}

export function numberColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => number | undefined,
  config?: FieldConfig
): Column<Row> {
  return { name, type: FieldType.number, title, value, config };
}

/** @param value milliseconds since 1970 */
export function timeColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => number | undefined,
  config?: FieldConfig
): Column<Row> {
  return { name, type: FieldType.time, title, value, config };
}
