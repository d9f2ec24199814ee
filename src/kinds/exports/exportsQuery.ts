import { listField } from '../../query/fields';
import { defaultQuery, type QueryOf } from '../../query/savedQuery';

export const EXPORTS_FIELDS = {
  states: listField('States, as the server names them; empty: all'),
};

/** The exports that were requested with the API key. */
export type ExportsQuery = QueryOf<'exports', typeof EXPORTS_FIELDS>;

export const DEFAULT_EXPORTS_QUERY = defaultQuery('exports', EXPORTS_FIELDS);
