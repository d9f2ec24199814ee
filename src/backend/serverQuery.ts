import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isKnownZone } from '../core/time/zoneRules';
import type { TelemetryQuery } from '../kinds/kinds';
import type { UnreadableQuery } from '../kinds/normalizeQuery';
import type { ReadyQuery } from '../kinds/readyQuery';
import { translate } from '../locales/translate';
import { settingLabel } from '../locales/settingTexts';
import { savedZone, SETTINGS, type TelemetrySettings } from '../query/dataSourceSettings';
import type { ExpressionLabels } from '../query/savedQuery';

/* What a saved query means on the server, where there is neither an editor nor a dashboard. */

/**
 * Why a query cannot be answered on the server; undefined if it can. Grafana leaves out an incomplete query only in the
 * browser. On the server it would end as "No data", which an alert rule may take for good news.
 */
export function incompleteMessage(ready: ReadyQuery | UnreadableQuery): string | undefined {
  const missing = ready.kind === 'unreadable' ? [] : ready.missing;
  if (missing.length === 0) {
    return undefined;
  }
  const names = { devices: t('server.devices', 'a device'), tags: t('server.tags', 'a tag') };
  return translate('server.incomplete', 'The query is incomplete. Choose {{fields}}.', {
    fields: missing.map((field) => names[field]).join(t('server.and', ' and ')),
  });
}

export function chooseExpressionLabels(ready: ReadyQuery | UnreadableQuery): ExpressionLabels {
  return ready.kind !== 'unreadable' && 'expressionLabels' in ready.query ? ready.query.expressionLabels : 'tag';
}

/** Such as latest values, devices and exports, as far as they are counted. */
export function isAboutNow({ kind }: ReadyQuery | UnreadableQuery): boolean {
  return kind === 'unreadable' || !kind.usesTimeZone;
}

/** The zone on whose clock the steps of a query begin, and where it comes from: no dashboard's time zone reaches the server. */
export interface QueryZone {
  readonly zone: string;
  readonly source: 'query' | 'settings' | 'default';
}

export function queryZone({ timeZone }: Pick<TelemetryQuery, 'timeZone'>, settings: TelemetrySettings): QueryZone {
  if (timeZone !== undefined && isKnownZone(timeZone)) {
    return { zone: timeZone, source: 'query' };
  }
  const zone = savedZone(settings, 'serverTimeZone');
  return zone === undefined
    ? { zone: SETTINGS.serverTimeZone.default, source: 'default' }
    : { zone, source: 'settings' };
}

export function zoneNotice({ zone, source }: QueryZone): QueryResultMetaNotice {
  return { severity: 'info', text: zoneText(zone, source) };
}

function zoneText(zone: string, source: QueryZone['source']): string {
  const values = { zone };
  switch (source) {
    case 'query':
      return translate('server.zoneOfQuery', 'Time zone {{zone}}, saved in the query.', values);
    case 'settings':
      return translate('server.zoneOfSettings', 'Time zone {{zone}}, from the data source settings.', values);
    case 'default':
      return translate(
        'server.zoneByDefault',
        'Time zone {{zone}}. To use another one, set “{{setting}}” in the data source settings.',
        { ...values, setting: settingLabel('serverTimeZone') }
      );
  }
}
