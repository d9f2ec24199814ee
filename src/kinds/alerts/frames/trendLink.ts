import type { DataLink } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Alert } from '../../../core/alerts/alert';
import type { EpochMs } from '../../../core/time/window';
import { seriesQuery } from '../../history/historyQuery';
import { createExploreAddress, windowAround } from '../../../grafana/exploreUrl';

interface TrendLinkOptions {
  readonly nowEpochMs: EpochMs;
  readonly dataSourceUid: string;
}

/** Leads from a row to the address in its column `trendUrl`, which is complete and must not be encoded again. */
export function trendLink(): DataLink {
  return { title: t('alerts.showTrend', 'Show trend'), url: '${__data.fields.trendUrl:raw}' };
}

/** An open alert lasts until now. A clock that is behind makes no alert end before it starts. */
export function alertEndEpochMs({ startEpochMs, endEpochMs }: Alert, nowEpochMs: EpochMs): EpochMs {
  return Math.max(startEpochMs, endEpochMs ?? nowEpochMs);
}

/** Makes the addresses of a column `trendUrl`: those of the trends around alerts, in Explore. */
export function createTrendAddress({ nowEpochMs, dataSourceUid }: TrendLinkOptions): (alert: Alert) => string {
  const addresses = createExploreAddress(dataSourceUid);
  return (alert) => {
    const lasting = { fromEpochMs: alert.startEpochMs, toEpochMs: alertEndEpochMs(alert, nowEpochMs) };
    return addresses(seriesQuery(alert))(windowAround(lasting, nowEpochMs));
  };
}
