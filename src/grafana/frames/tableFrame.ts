import { type DataFrame, type DataLink, type Field, type FieldConfig, FieldType } from '@grafana/data';
import { type EpochMs, SECOND_MS } from '../../core/time/window';
import { COUNT_UNIT, DURATION_UNIT } from './grafanaUnit';
import { type FrameNotices, presentNotices } from './notices';

/** One column of a frame. */
export interface Column<Row> {
  /** Stays the same in every language, for overrides and transformations. */
  readonly name: string;
  readonly type: FieldType;
  readonly value: (row: Row) => unknown;
  readonly config?: FieldConfig;
}

/** The fields of a frame that has a row for each item. An undefined value is an empty cell. */
export function columnFields<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): Field[] {
  return columns.map(({ name, type, value, config = {} }) => ({
    name,
    type,
    config,
    values: rows.map((row) => value(row) ?? null),
  }));
}

interface TableFrameOptions {
  readonly refId: string;
  readonly notices: FrameNotices;
}

/** A table of the rows, which Explore shows as a table, too. */
export function tableFrame<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { refId, notices }: TableFrameOptions
): DataFrame {
  return {
    refId,
    name: refId,
    length: rows.length,
    fields: columnFields(rows, columns),
    meta: { notices: presentNotices(notices), preferredVisualisationType: 'table' },
  };
}

/** A column that has no heading, as those of events. */
export function column<Row>(
  name: string,
  type: FieldType,
  value: (row: Row) => unknown,
  config?: FieldConfig
): Column<Row> {
  return { name, type, value, config };
}

/** @param title the heading, translated */
export function textColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => string | undefined,
  config?: FieldConfig
): Column<Row> {
  return column(name, FieldType.string, value, { displayNameFromDS: title, ...config });
}

/** @param title the heading, translated */
export function numberColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => number | undefined,
  config?: FieldConfig
): Column<Row> {
  return column(name, FieldType.number, value, { displayNameFromDS: title, ...config });
}

/**
 * @param title the heading, translated
 * @param value milliseconds since 1970
 */
export function timeColumn<Row>(
  name: string,
  title: string,
  value: (row: Row) => number | undefined,
  config?: FieldConfig
): Column<Row> {
  return column(name, FieldType.time, value, { displayNameFromDS: title, ...config });
}

/**
 * A column of durations, which are seconds in the frame.
 * @param title the heading, translated
 * @param valueMs in milliseconds
 */
export function durationColumn<Row>(
  name: string,
  title: string,
  valueMs: (row: Row) => number | undefined,
  config?: FieldConfig
): Column<Row> {
  const valueS = (row: Row) => {
    const durationMs = valueMs(row);
    return durationMs === undefined ? undefined : durationMs / SECOND_MS;
  };
  return numberColumn(name, title, valueS, { unit: DURATION_UNIT, min: 0, ...config });
}

/** Of a column that is only for links. */
export const HIDDEN = { custom: { hidden: true, hideFrom: { viz: true } } };

/** A link to the address that a hidden column has. */
export function linkTo(column: string, title: string): DataLink {
  return { title, url: `\${__data.fields.${column}:raw}` };
}

/** An empty cell in place of what is no number. */
export function finite(value: number | undefined): number | undefined {
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

interface CountedGroup {
  /** Stays the same in every language, for overrides and alert rules. */
  readonly name: string;
  /** The name that users read. */
  readonly text: string;
  /** Undefined: the panel colors it. */
  readonly color?: string | undefined;
}

/** How many there are of a group, at one time or more. Null: not known. */
export function countField({ name, text, color }: CountedGroup, counts: Array<number | null>): Field<number | null> {
  return {
    name,
    type: FieldType.number,
    config: {
      unit: COUNT_UNIT,
      decimals: 0,
      min: 0,
      displayNameFromDS: text,
      ...(color !== undefined && { color: { mode: 'fixed', fixedColor: color } }),
    },
    values: counts,
  };
}

/** How many there are of each group, as of one instant: a stat panel shows a number for each. */
export function countsFrame(
  groups: ReadonlyArray<CountedGroup & { readonly count: number | null }>,
  { refId, timeEpochMs, notices }: TableFrameOptions & { readonly timeEpochMs: EpochMs }
): DataFrame {
  return {
    refId,
    name: refId,
    length: 1,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [timeEpochMs] },
      ...groups.map((group) => countField(group, [group.count])),
    ],
    meta: { notices: presentNotices(notices) },
  };
}
