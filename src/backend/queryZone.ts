import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isKnownZone } from '../core/time/zoneRules';
import { PLAIN_TEXT } from '../locales/plainText';
import { settingLabel } from '../locales/settingTexts';
import { savedZone, SETTINGS, type TelemetrySettings } from '../query/dataSourceSettings';
import type { TelemetryQuery } from '../kinds/kinds';

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
  const values = { zone, ...PLAIN_TEXT };
  switch (source) {
    case 'query':
      return t('server.zoneOfQuery', 'Time zone {{zone}}, saved in the query.', values);
    case 'settings':
      return t('server.zoneOfSettings', 'Time zone {{zone}}, from the data source settings.', values);
    case 'default':
      return t(
        'server.zoneByDefault',
        'Time zone {{zone}}. To use another one, set “{{setting}}” in the data source settings.',
        { ...values, setting: settingLabel('serverTimeZone') }
      );
  }
}
