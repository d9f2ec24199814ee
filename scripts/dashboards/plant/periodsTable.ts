import { type ColumnOptions, type Panel, type PanelTexts, table } from '../panels.ts';
import { periods } from '../queries.ts';

/** The fields of a table of periods. */
const PERIOD_FIELDS = [
  'start',
  'end',
  'stateName',
  'state',
  'duration',
  'device',
  'name',
  'min',
  'max',
  'average',
  'unit',
  'site',
  'area',
  'deviceCode',
  'tag',
] as const;

interface PeriodsTableOptions {
  /** The fields to show. */
  readonly columns: Readonly<Partial<Record<(typeof PERIOD_FIELDS)[number], ColumnOptions>>>;
  /** What the table says without a period. */
  readonly none: string;
  /** By default, the newest first. */
  readonly isLongestFirst?: boolean;
}

/** When a condition held, for how long, and what the values were meanwhile. */
export function periodsTable(
  texts: PanelTexts,
  query: Parameters<typeof periods>[0],
  { columns, none, isLongestFirst = false }: PeriodsTableOptions
): Panel {
  return table(texts, periods({ format: 'table', ...query }), {
    columns,
    hidden: PERIOD_FIELDS.filter((field) => !(field in columns)),
    unknown: none,
    ...(isLongestFirst && { sortBy: 'duration', isDescending: true }),
  });
}
