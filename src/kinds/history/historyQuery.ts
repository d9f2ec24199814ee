import { FILLS } from '../../core/history/points/linePoints';
import { type Statistic, STATISTICS } from '../../core/history/points/seriesPoints';
import { MIN_USUAL_WEEKS } from '../../core/history/series/usual';
import type { SeriesId } from '../../core/inventory/seriesId';
import { exactly } from '../../core/inventory/textPattern';
import type { TagRole } from '../../core/serverWords';
import { CONDITION_FIELDS } from '../../query/condition';
import {
  choiceField,
  choicesField,
  countField,
  listField,
  objectField,
  switchField,
  textField,
} from '../../query/fields';
import { INTERVAL_AUTO, INTERVAL_RANGE } from '../../query/interval';
import {
  AT_FIELD,
  defaultQuery,
  FILTER_FIELDS,
  type FilterLists,
  LIMITS_FIELD,
  type QueryOf,
  SERIES_FIELDS,
  SIGNAL_FIELDS,
} from '../../query/savedQuery';
import { isShift } from '../../query/shift';

/** `auto` depends on the tag: see `chooseStatistics`. */
export const STATISTIC_CHOICES = [
  'auto',
  'avg',
  'timeWeighted',
  'band',
  'min',
  'max',
  'range',
  'n',
  'increase',
  'usual',
] as const satisfies ReadonlyArray<'auto' | Statistic>;
export type StatisticChoice = (typeof STATISTIC_CHOICES)[number];

/** Of how many weeks something can be usual: fewer do not say, and more are of another season. */
export const USUAL_WEEKS = { min: MIN_USUAL_WEEKS, max: 26 };

export const HISTORY_FORMATS = ['series', 'table'] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

export const HISTORY_FIELDS = {
  ...FILTER_FIELDS,
  devices: listField('Device codes'),
  tags: listField('Tag keys'),
  interval: textField(
    INTERVAL_AUTO,
    '`auto`, a level (`raw`, `1m`, `1h`), a step such as `5m`, `8h` or `1d`, or `range` (one step)'
  ),
  offset: textField(
    '',
    'Local time of day at which steps start, such as `06:00`; empty: midnight. Only steps have an offset'
  ),
  statistics: choicesField(
    STATISTIC_CHOICES,
    ['avg', 'band'],
    'What is shown of each step. `avg`: the mean of its readings. `timeWeighted`: the mean of the value over time. `auto`: the increase of a counter, the average with its band of any other tag; of the whole range, the state that lasted longest. `usual`: the band of the averages at this time of the week in earlier weeks. As a number, it is how far the average is outside of that'
  ),
  usualWeeks: countField(6, 'Of how many weeks, 3 to 26, something is `usual`'),
  usualTag: textField(
    '',
    'A tag key. A step of these weeks counts only if `usualCondition` holds during most of it; empty: all steps count'
  ),
  usualDevice: textField('', 'The device of `usualTag`; empty: that of each series'),
  usualCondition: objectField(CONDITION_FIELDS, 'The condition for `usualTag`, with the fields of `condition`'),
  format: choiceField(
    HISTORY_FORMATS,
    'series',
    '`series`: values over time. `table`: a row per series with its value of the whole time range, with a shift beside that of the earlier one and the change in percent, and with totals. Alert rules and expressions get series'
  ),
  ...SIGNAL_FIELDS,
  fill: choiceField(FILLS, 'gap', 'How an empty step is rendered'),
  shift: textField('', 'How much earlier the data is from, such as `1d`, `1w` or `1M`; empty: not shifted'),
  alsoUnshifted: switchField('With a shift: also the data of the time range itself, to compare'),
  latestReading: switchField(
    'Ends `avg` with the latest reading of each tag, whenever that was. In charts, alert rules and expressions only if it is in the time range. Not with a shift or the interval `range`'
  ),
  staleAfter: textField('15m', 'With `latestReading`: the name of a value that is older ends with its age'),
  ...AT_FIELD,
  ...LIMITS_FIELD,
  ...SERIES_FIELDS,
  noCache: switchField('Bypasses the cache: every refresh requests all data from the server'),
};

/** Readings of every existing pair of the given devices and tags. */
export type HistoryQuery = QueryOf<'history', typeof HISTORY_FIELDS>;

/** The query of a new panel: only devices and tags are missing. */
export const DEFAULT_HISTORY_QUERY = defaultQuery('history', HISTORY_FIELDS);

/** The query that shows one series, whatever its names look like: where a link to Explore leads. */
export function seriesQuery({ device, tag }: SeriesId): HistoryQuery {
  return { ...DEFAULT_HISTORY_QUERY, refId: 'A', devices: [exactly(device)], tags: [exactly(tag)] };
}

/** What a query still needs before it can run. */
export function missingFields(query: FilterLists): ReadonlyArray<'devices' | 'tags'> {
  const { sites, areas, deviceTypes, devices, tags } = query;
  const selectsDevices = [sites, areas, deviceTypes, devices].some((list) => list.length > 0);
  return [...(selectsDevices ? [] : (['devices'] as const)), ...(tags.length > 0 ? [] : (['tags'] as const))];
}

/** Sets a valid shift. Without one, there is nothing to compare with. */
export function changeShift(query: HistoryQuery, text: string): HistoryQuery {
  const shift = text.trim();
  return isShift(text) ? { ...query, shift, alsoUnshifted: query.alsoUnshifted && shift !== '' } : query;
}

/** The queries that a query stands for: two, if it compares the time range with an earlier one. */
export function splitShift(query: HistoryQuery): readonly HistoryQuery[] {
  return query.alsoUnshifted && query.shift !== '' ? [{ ...query, shift: '' }, query] : [query];
}

/** True for a query of the time range as a whole beside an earlier one. */
export function comparesRanges(query: HistoryQuery): boolean {
  return query.interval === INTERVAL_RANGE && splitShift(query).length > 1;
}

/** The statistics that the time range as a whole has not: a band has no value, and what is usual is so of steps. */
const OF_STEPS: ReadonlySet<StatisticChoice> = new Set(['band', 'usual']);

/** The query whose series have the values of a table: one value for each statistic. */
export function ofWholeRange(query: HistoryQuery): HistoryQuery {
  const statistics = query.statistics.filter((statistic) => !OF_STEPS.has(statistic));
  return {
    ...query,
    statistics: statistics.length > 0 ? statistics : ['avg'],
    interval: INTERVAL_RANGE,
    offset: '',
    alsoUnshifted: true,
    latestReading: false,
  };
}

/** True if the latest readings are of the query: they are neither those of an earlier time or of the range as a whole, nor counts. */
export function canShowLatestReading({
  shift,
  interval,
  statistics,
}: Pick<HistoryQuery, 'shift' | 'interval' | 'statistics'>): boolean {
  const showsValues = statistics.includes('avg') || statistics.includes('auto');
  return shift === '' && interval !== INTERVAL_RANGE && showsValues;
}

/**
 * What a tag with a role shows. A meter's total says little, so what is automatic is how far it counted. Averages of it, of a state or of a
 * set point are no values that it usually has.
 */
export function chooseStatistics(choices: readonly StatisticChoice[], role: TagRole): readonly Statistic[] {
  const automatic: readonly Statistic[] = role === 'counter' ? ['increase'] : ['avg', 'band'];
  const chosen = new Set(choices.flatMap((choice) => (choice === 'auto' ? automatic : choice)));
  return STATISTICS.filter((statistic) => chosen.has(statistic) && (statistic !== 'usual' || role === 'measure'));
}

/** Sets the statistics, in the order of `STATISTIC_CHOICES`. At least one stays: without any, nothing is rendered. */
export function changeStatistics(query: HistoryQuery, statistics: readonly StatisticChoice[]): HistoryQuery {
  const ordered = STATISTIC_CHOICES.filter((statistic) => statistics.includes(statistic));
  return ordered.length === 0 ? query : { ...query, statistics: ordered };
}

/** Sets the tag by which earlier weeks count. Without one, there is nothing that a condition is about. */
export function changeUsualTag(query: HistoryQuery, usualTag: string, usualDevice: string): HistoryQuery {
  const { usualCondition } = usualTag === '' ? DEFAULT_HISTORY_QUERY : query;
  return { ...query, usualTag, usualDevice, usualCondition };
}

/** True for a number of weeks of which something can be usual. */
export function isUsualOf(weeks: number): boolean {
  return Number.isSafeInteger(weeks) && weeks >= USUAL_WEEKS.min && weeks <= USUAL_WEEKS.max;
}
