import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Device } from '../../../core/inventory/device';
import type { FilteredQuery, SeriesOptions } from '../../../query/savedQuery';
import { tooManySeriesMessage } from '../../errorMessage';
import { unknownNamesText, warning } from '../../frames/notices';
import { UserError } from '../../userError';
import { existingSeries, type SelectedSeries } from '../filter/existingSeries';
import { filterNotices, isChosen, type UnknownNames, unknownNames } from '../filter/unknownNames';
import type { QueryContext } from '../panelContext';

/**
 * The series that a query shows.
 * @throws UserError where a calculation would get some of them only; and as `existingSeries`
 */
export async function selectSeries(
  query: FilteredQuery & Pick<SeriesOptions, 'maxSeries'>,
  context: QueryContext
): Promise<SelectedSeries> {
  const selected = await existingSeries(query, context);
  if (selected.omitted > 0 && context.isCalculated) {
    throw new UserError(tooManySeriesMessage(selected.series.length + selected.omitted, query.maxSeries));
  }
  return selected;
}

/** What is wrong with the names in a query, for the panel and as the error of the query. */
interface NameReport {
  readonly notices: readonly QueryResultMetaNotice[];
  readonly error: UserError | undefined;
}

/** A query without series whose lists were typed can never have data: an error. What a variable chose can be chosen differently. */
export function reportNothingSelected(
  query: FilteredQuery,
  context: QueryContext,
  devices: readonly Device[]
): NameReport {
  const unknown = unknownNames(query, context, devices);
  const text =
    unknown.typed.length > 0
      ? unknownNamesText(unknown.typed)
      : t('errors.noSuchPair', 'None of the selected devices has any of the selected tags.');
  if (!isChosen(query, context)) {
    return { notices: [], error: new UserError(text) };
  }
  return { notices: unknown.chosen.length > 0 ? filterNotices(unknown, true) : [warning(text)], error: undefined };
}

/** Of a query that has series. */
export function reportUnknownNames(unknown: UnknownNames): NameReport {
  return {
    notices: filterNotices(unknown, false),
    error: unknown.typed.length > 0 ? new UserError(unknownNamesText(unknown.typed)) : undefined,
  };
}
