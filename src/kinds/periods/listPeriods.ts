import { t } from '@grafana/i18n';
import type { InterpolatedVariableQuery } from '../../grafana/query/interpolation';
import type { PanelContext } from '../../grafana/query/panelContext';
import { listedBy, type ListedPeriod, listingQuery } from '../../grafana/variables/listedPeriods';
import { UserError } from '../../grafana/userError';
import { PeriodsRun } from './periodsRun';
import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from './periodsQuery';

/**
 * The periods of a variable, which are those of a query, and run as one whose ends are followed beyond the time range.
 * @throws Error with a message for users
 */
export async function listPeriods(
  variable: InterpolatedVariableQuery,
  panel: PanelContext,
  signal: AbortSignal
): Promise<readonly ListedPeriod[]> {
  if (variable.tags.length === 0) {
    throw new UserError(t('errors.periodsNeedTag', 'Choose the tag whose periods are listed.'));
  }
  const query: PeriodsQuery = { ...DEFAULT_PERIODS_QUERY, ...listingQuery(variable), format: 'annotations' };
  return listedBy(new PeriodsRun(query, { ...panel, chosenTexts: new Set() }), signal);
}
