import { CONDITION_FIELDS } from '../../query/condition';
import { choiceField, choicesField, listField, objectField, switchField, textField } from '../../query/fields';
import { INTERVAL_AUTO } from '../../query/interval';
import { defaultQuery, FILTER_FIELDS, type QueryOf, SERIES_FIELDS, SIGNAL_FIELDS } from '../../query/savedQuery';

export const PERIODS_FORMATS = ['auto', 'table', 'annotations', 'timeline', 'total', 'perStep', 'states'] as const;
export type PeriodsFormat = (typeof PERIODS_FORMATS)[number];

/** What is shown of the periods in the range or in a step. */
export const PERIODS_TOTALS = ['duration', 'hours', 'share', 'count', 'longest', 'betweenStarts'] as const;
export type PeriodsTotal = (typeof PERIODS_TOTALS)[number];

export const PERIODS_FIELDS = {
  ...FILTER_FIELDS,
  devices: listField('Device codes'),
  tags: listField('Tag keys'),
  condition: objectField(CONDITION_FIELDS, 'When a period begins and ends'),
  minDuration: textField('', 'Shorter periods do not count, such as `1m`; empty: all do'),
  joinWithin: textField('', 'Interruptions up to this long do not end a period, such as `30s`; empty: all do'),
  format: choiceField(
    PERIODS_FORMATS,
    'auto',
    '`auto`: by the visualization. `table`: a row per period, the newest first. `annotations`: regions over the other queries of the panel. `timeline`: for state timeline and status history. `total`: of the time range, a row per series in a table. `perStep`: of each step; without a condition, of each state. `states`: how long and how often a tag had each of its states; with a condition, only those that meet it'
  ),
  totals: choicesField(
    PERIODS_TOTALS,
    ['duration'],
    'For `total` and `perStep`. `duration`: how long the condition held, in seconds. `hours`: the same in hours, for bars whose axis has whole hours. `share`: of the known time. `count`: the number of periods; per step, of those that begin in it. `longest`: the longest one. `betweenStarts`: the mean time from one start to the next'
  ),
  interval: textField(INTERVAL_AUTO, 'For `perStep`: `auto`, or a step such as `1h`, `8h` or `1d`'),
  offset: textField('', 'Local time of day at which steps start, such as `06:00`; empty: midnight'),
  ...SIGNAL_FIELDS,
  ...SERIES_FIELDS,
  noCache: switchField('Bypasses the cache: every refresh requests all data from the server'),
};

/** When, for how long and how often a condition holds. */
export type PeriodsQuery = QueryOf<'periods', typeof PERIODS_FIELDS>;

export const DEFAULT_PERIODS_QUERY = defaultQuery('periods', PERIODS_FIELDS);

/** Sets the totals, in the order of `PERIODS_TOTALS`. At least one stays: without any, nothing is shown. */
export function changeTotals(query: PeriodsQuery, totals: readonly PeriodsTotal[]): PeriodsQuery {
  const ordered = PERIODS_TOTALS.filter((total) => totals.includes(total));
  return ordered.length === 0 ? query : { ...query, totals: ordered };
}

/** What decides how the periods of a query with the format `auto` are shown. */
interface Shown {
  /** The visualization, such as `table`; undefined in Explore and until it is known. */
  readonly visualization: string | undefined;
  /** True for alert rules and expressions. */
  readonly isCalculated: boolean;
}

export type ShownFormat = Exclude<PeriodsFormat, 'auto'>;

/** Of an alert rule, numbers; else what the visualization can show. Without a condition, there are only the states of a tag. */
export function shownFormat(
  { format, condition }: Pick<PeriodsQuery, 'format' | 'condition'>,
  { visualization, isCalculated }: Shown
): ShownFormat {
  if (format !== 'auto') {
    return format;
  }
  const byVisualization = isCalculated ? 'total' : (FORMATS[visualization ?? 'table'] ?? 'total');
  return condition.value === '' && !isCalculated && !SHOWS_STATES.has(byVisualization) ? 'states' : byVisualization;
}

const FORMATS: Readonly<Record<string, ShownFormat>> = {
  table: 'table',
  'state-timeline': 'timeline',
  'status-history': 'timeline',
  timeseries: 'perStep',
  barchart: 'perStep',
  trend: 'perStep',
  piechart: 'states',
};

/** The formats that need no condition. */
export const SHOWS_STATES: ReadonlySet<ShownFormat> = new Set(['timeline', 'perStep', 'states']);

/** Whether a format shows what the totals choose. */
export function takesTotals(format: ShownFormat): boolean {
  return format === 'total' || format === 'perStep';
}

/** Whether a format has steps. A status history draws a cell for each time of its rows, all of the same width. */
export function takesSteps(format: ShownFormat, visualization: string | undefined): boolean {
  return format === 'perStep' || (format === 'timeline' && visualization === 'status-history');
}
