import { choiceField, switchField } from '../../query/fields';
import { defaultQuery, FILTER_FIELDS, type QueryOf } from '../../query/savedQuery';

export const DEVICES_FIELDS = {
  ...FILTER_FIELDS,
  format: choiceField(['table', 'count'], 'table', '`count`: how many devices are online, offline and without data'),
  perTag: switchField('In a table, a row for each tag of a device rather than for each device'),
};

/** The inventory. */
export type DevicesQuery = QueryOf<'devices', typeof DEVICES_FIELDS>;

export const DEFAULT_DEVICES_QUERY = defaultQuery('devices', DEVICES_FIELDS);
