import type { Alert } from '../core/alerts/alert';
import { type ProposedLimit, proposedLimits } from '../core/alerts/proposedLimit';
import { distinctTexts } from '../core/inventory/inventoryValues';
import { WEEK_MS } from '../core/time/window';
import type { DataSourceServices } from './dataSourceServices';

/* What editors suggest of the alerts of the last week and of the look-back before it. */

type AlertServices = Pick<DataSourceServices, 'alerts' | 'clock'>;

export async function recentRules(services: AlertServices): Promise<readonly string[]> {
  return distinctTexts((await recentAlerts(services)).map(({ rule }) => rule)).map(({ value }) => value);
}

/** The levels at which these alerts began, for tags that have no limits in the settings. */
export async function recentLimits(services: AlertServices): Promise<readonly ProposedLimit[]> {
  return proposedLimits(await recentAlerts(services));
}

async function recentAlerts({ alerts: source, clock }: AlertServices): Promise<readonly Alert[]> {
  const toEpochMs = clock.nowEpochMs();
  const window = { fromEpochMs: toEpochMs - WEEK_MS, toEpochMs };
  const { alerts } = await source.around(
    { window, state: 'all' },
    { group: 'suggestions', signal: new AbortController().signal }
  );
  return alerts;
}
