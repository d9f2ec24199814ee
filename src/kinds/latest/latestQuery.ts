import { choiceField, textField } from '../../query/fields';
import {
  AT_FIELD,
  defaultQuery,
  FILTER_FIELDS,
  LIMITS_FIELD,
  type QueryOf,
  SERIES_FIELDS,
} from '../../query/savedQuery';

export const LATEST_FIELDS = {
  ...FILTER_FIELDS,
  format: choiceField(
    ['auto', 'table', 'series', 'age', 'count'],
    'auto',
    '`auto`: a table in table panels and Explore, one value per tag elsewhere. `age`: how old each value is, in seconds. `count`: how many tags are current, stale and without any reading'
  ),
  staleAfter: textField('15m', 'A value older than this is stale'),
  ...AT_FIELD,
  ...LIMITS_FIELD,
  ...SERIES_FIELDS,
};

/** The latest value of every tag that passes the filter. */
export type LatestQuery = QueryOf<'latest', typeof LATEST_FIELDS>;

export const DEFAULT_LATEST_QUERY = defaultQuery('latest', LATEST_FIELDS);
