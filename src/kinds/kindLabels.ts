import { t } from '@grafana/i18n';
import type { QueryKind } from '../query/telemetryQuery';

/** What each query type is called. */
export function kindLabels(): Readonly<Record<QueryKind, string>> {
  return {
    history: t('editors.kind.history', 'History'),
    latest: t('editors.kind.latest', 'Latest values'),
    alerts: t('editors.kind.alerts', 'Alerts'),
    devices: t('editors.kind.devices', 'Inventory'),
    exports: t('editors.kind.exports', 'Exports'),
  };
}
