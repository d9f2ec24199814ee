import { t } from '@grafana/i18n';
import { PLAIN_TEXT } from '../locales/plainText';
import { missingFields, normalizeQuery } from '../kinds/normalizeQuery';
import type { TelemetryQuery } from '../kinds/kinds';

/**
 * Why a saved query cannot be answered on the server; undefined if it can. Grafana leaves out an incomplete query only in the
 * browser. On the server it would end as "No data", which an alert rule may take for good news.
 */
export function incompleteMessage(saved: TelemetryQuery): string | undefined {
  const query = normalizeQuery(saved);
  const missing = query.kind === 'unreadable' ? [] : missingFields(query);
  if (missing.length === 0) {
    return undefined;
  }
  const names = { devices: t('server.devices', 'a device'), tags: t('server.tags', 'a tag') };
  return t('server.incomplete', 'The query is incomplete. Choose {{fields}}.', {
    fields: missing.map((field) => names[field]).join(t('server.and', ' and ')),
    ...PLAIN_TEXT,
  });
}
