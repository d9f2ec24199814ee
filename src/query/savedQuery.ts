import type { DataQuery } from '@grafana/schema';
import {
  choiceField,
  countField,
  type Fields,
  type FieldValues,
  listField,
  readFields,
  templateField,
  textField,
  variableChoiceField,
} from './fields';

/** What all saved queries have in common. Any text in one may contain template variables (`$device`). */
export interface SavedQuery extends DataQuery {
  readonly kind: string;
  readonly version: typeof QUERY_VERSION;
  /**
   * IANA time zone for the server, where there is no dashboard: that of the dashboard when the query was edited, or when Grafana
   * took it out of its dashboard, for an alert rule or an expression. In the browser, that of the dashboard counts.
   */
  readonly timeZone?: string;
}

/** The version that this plugin saves. A hand-written query may have none. */
export const QUERY_VERSION = 2;

/** The saved query of a kind with its fields. */
export type QueryOf<Kind extends string, F extends Fields> = SavedQuery & FieldValues<F> & { readonly kind: Kind };

/**
 * The filter. In each list: exact values, patterns with `*`, regular expressions between slashes, and variables, which may stand for
 * several values; empty: all.
 */
export const FILTER_FIELDS = {
  sites: listField('Sites; empty: all'),
  areas: listField('Areas; empty: all'),
  deviceTypes: listField('Device types, as the server names them; empty: all'),
  devices: listField('Device codes; empty: all'),
  tags: listField('Tag keys; empty: all'),
};

export type FilterLists = FieldValues<typeof FILTER_FIELDS>;

/** A query about the series of the inventory. */
export type FilteredQuery = SavedQuery & FilterLists;

/**
 * The labels of series for alert rules and expressions on the server. `tag`: all of them. `device`: without tag and its name, so
 * that Math can combine two queries of different tags for each device.
 */
export const EXPRESSION_LABELS = ['tag', 'device'] as const;
export type ExpressionLabels = (typeof EXPRESSION_LABELS)[number];

/** The field of a kind that shows values of tags. */
export const LIMITS_FIELD = {
  limits: choiceField(
    ['auto', 'off'],
    'auto',
    '`auto`: the limits that the settings give a tag are its thresholds, in place of those of the panel. `off`: those of the panel'
  ),
};

/** The field of a kind that shows values or open alerts of one instant. */
export const AT_FIELD = {
  at: variableChoiceField(
    ['now', 'rangeEnd'],
    'now',
    '`rangeEnd`: as it was at the end of the time range, if that is over: the values, their age, and which alerts were open'
  ),
};

export type AtOption = FieldValues<typeof AT_FIELD>;

/** The fields of queries that show one line or value per series. A chart with more than 50 cannot be read, and each costs requests. */
export const SERIES_FIELDS = {
  legend: templateField('Legend template; empty: “device name · tag name”'),
  maxSeries: countField(
    50,
    'Series that are shown; a notice reports the others. For alert rules and expressions, more are an error; on shared dashboards there is one beside the series'
  ),
  expressionLabels: choiceField(EXPRESSION_LABELS, 'tag', 'Labels for alert rules and expressions'),
};

export type LimitsOption = FieldValues<typeof LIMITS_FIELD>;

export type SeriesOptions = FieldValues<typeof SERIES_FIELDS>;

/** How a value continues after its reading; `auto` depends on the tag: see `chooseInterpolation`. */
export const INTERPOLATION_CHOICES = ['auto', 'hold', 'linear'] as const;
export type InterpolationChoice = (typeof INTERPOLATION_CHOICES)[number];

/** The fields of queries about what the value was between two readings. */
export const SIGNAL_FIELDS = {
  interpolation: choiceField(
    INTERPOLATION_CHOICES,
    'auto',
    'What the value is between two readings. `hold`: that of the first one. `linear`: on the straight line between both. `auto`: linear for measures, hold for states, set points and counters'
  ),
  hold: textField(
    '',
    'For how long a value is known after its reading, such as `6h`, or `none` (without limit); empty: the hold limit of the data source'
  ),
};

export type SignalOptions = FieldValues<typeof SIGNAL_FIELDS>;

/** A query as a new panel has it. */
export function defaultQuery<const Kind extends string, F extends Fields>(
  kind: Kind,
  fields: F
): Omit<QueryOf<Kind, F>, 'refId'> {
  return { kind, version: QUERY_VERSION, ...readFields(fields, {}) } as Omit<QueryOf<Kind, F>, 'refId'>;
}

/** A saved query, complete or not, with defaults in place of missing and unusable values. Keeps the fields of Grafana. */
export function readQuery<const Kind extends string, F extends Fields>(
  kind: Kind,
  fields: F,
  saved: object
): QueryOf<Kind, F> {
  const values: Readonly<Record<string, unknown>> = { ...saved };
  return { ...grafanaFields(values), kind, version: QUERY_VERSION, ...readFields(fields, values) } as QueryOf<Kind, F>;
}

/** The fields that Grafana or the editor of any kind saves. */
export function grafanaFields(
  saved: Readonly<Record<string, unknown>>
): Pick<SavedQuery, 'refId' | 'hide' | 'key' | 'queryType' | 'datasource' | 'timeZone'> {
  return {
    refId: typeof saved.refId === 'string' ? saved.refId : 'A',
    ...(typeof saved.hide === 'boolean' && { hide: saved.hide }),
    ...(typeof saved.key === 'string' && { key: saved.key }),
    ...(typeof saved.queryType === 'string' && { queryType: saved.queryType }),
    ...(typeof saved.datasource === 'object' && { datasource: saved.datasource }),
    ...(typeof saved.timeZone === 'string' && { timeZone: saved.timeZone }),
  };
}

/** The version of a query that a newer plugin saved, which may mean something else; undefined for every other query. */
export function newerVersion({ version }: { readonly version?: unknown }): number | undefined {
  return typeof version === 'number' && version > QUERY_VERSION ? version : undefined;
}
