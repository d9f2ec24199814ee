import { t } from '@grafana/i18n';
import { isCut } from '../../core/history/signal/periods';
import type { InterpolatedVariableQuery } from '../../grafana/query/interpolation';
import type { PanelContext } from '../../grafana/query/panelContext';
import type { ListedPeriod } from '../../grafana/variables/variableResponse';
import { UserError } from '../../grafana/userError';
import { PeriodsRun } from './periodsRun';
import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from './periodsQuery';

/**
 * The periods of a variable, which are those of a query, and run as one whose ends are followed beyond the time range.
 * @throws Error with a message for users
 */
export async function listPeriods(
  { devices, tags, condition, minDuration }: InterpolatedVariableQuery,
  panel: PanelContext,
  signal: AbortSignal
): Promise<readonly ListedPeriod[]> {
  if (tags.length === 0) {
    throw new UserError(t('errors.periodsNeedTag', 'Choose the tag whose periods are listed.'));
  }
  const query: PeriodsQuery = {
    ...DEFAULT_PERIODS_QUERY,
    refId: 'variable',
    // A query without a device selects nothing, a variable without one every device that has the tag.
    devices: devices.length === 0 ? ['*'] : [...devices],
    tags: [...tags],
    condition,
    minDuration,
    format: 'annotations',
  };
  const run = new PeriodsRun(query, { ...panel, chosenTexts: new Set() });
  await run.run(signal, () => undefined);
  const [problem] = [...run.errors.map(({ message }) => message), ...run.needs];
  if (problem !== undefined) {
    throw new Error(problem);
  }
  const { periods } = run;
  const isOneSeries = new Set(periods.map(({ name }) => name)).size === 1;
  return periods.map(({ period, name }) => ({
    fromEpochMs: period.fromEpochMs,
    toEpochMs: period.toEpochMs,
    isInProgress: period.end === 'inProgress',
    isCut: isCut(period),
    series: isOneSeries ? '' : name,
  }));
}
