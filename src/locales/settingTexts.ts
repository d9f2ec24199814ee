import { t } from '@grafana/i18n';
import type { TagTypeWords } from '../core/serverWords';
import type { SecretName, SettingName, SettingUnit } from '../query/dataSourceSettings';

/* What the settings page and messages call the settings. The documentation reads these texts by their keys. */

interface SettingText {
  readonly label: string;
  readonly description: string;
}

export function settingTexts(): Readonly<Record<Exclude<SettingName, 'tagTypes'>, SettingText>> {
  return {
    tags: {
      label: t('settings.tags.label', 'State names, limits and meters'),
      description: t(
        'settings.tags.description',
        'Rows give state names, limits and meter settings to all tags that match. Of several rows that match a tag, the first one with states names its states, the first one with limits sets its limits, and the first one with “Rolls over at” or “Largest increase per hour” sets both. Replacements of all rows apply.'
      ),
    },
    dayBucketZone: {
      label: t('settings.dayBucketZone.label', 'Server time zone'),
      description: t(
        'settings.dayBucketZone.description',
        'Time zone in which the server’s 1-day buckets start at midnight. UTC unless the server administrator configured another one.'
      ),
    },
    maxConcurrentRequests: {
      label: t('settings.maxConcurrentRequests.label', 'Max concurrent requests'),
      description: t(
        'settings.maxConcurrentRequests.description',
        'Shared by all panels. A lower value reduces the load on the server; a higher value loads long time ranges faster.'
      ),
    },
    maxRowsPerSeries: {
      label: t('settings.maxRowsPerSeries.label', 'Max rows per series'),
      description: t(
        'settings.maxRowsPerSeries.description',
        'Queries whose interval needs more rows are rejected, so that a panel cannot freeze the browser.'
      ),
    },
    maxRequests: {
      label: t('settings.maxRequests.label', 'Max requests per series'),
      description: t(
        'settings.maxRequests.description',
        'Periods and time-weighted averages request finer data only where coarser data does not decide. What is undecided after this many requests is reported.'
      ),
    },
    holdMinutes: {
      label: t('settings.holdMinutes.label', 'Hold limit'),
      description: t(
        'settings.holdMinutes.description',
        'A value is known for at most this long after its reading; from then on it is unknown. Set to 0 if values hold until the next reading, however long that takes.'
      ),
    },
    lateArrivalMinutes: {
      label: t('settings.lateArrivalMinutes.label', 'Late-arrival window'),
      description: t(
        'settings.lateArrivalMinutes.description',
        'Data from this most recent period is requested again on every refresh. Set to 0 if readings always reach the server immediately.'
      ),
    },
    cacheMegabytes: {
      label: t('settings.cacheMegabytes.label', 'Cache size'),
      description: t(
        'settings.cacheMegabytes.description',
        'Maximum amount of data that the browser keeps in memory. The least recently used data is removed first. Set to 0 to turn off the cache.'
      ),
    },
    cacheMaxAgeMinutes: {
      label: t('settings.cacheMaxAgeMinutes.label', 'Cache max age'),
      description: t(
        'settings.cacheMaxAgeMinutes.description',
        'Cached data is requested again after this time, so that corrections and readings that arrive later are shown.'
      ),
    },
    alertLookBackDays: {
      label: t('settings.alertLookBackDays.label', 'Alert look-back'),
      description: t(
        'settings.alertLookBackDays.description',
        'Alerts that ended in the time range are found if they were opened at most this long before it. Open alerts are always found.'
      ),
    },
    serverTimeZone: {
      label: t('settings.serverTimeZone.label', 'Time zone for alerts and shared dashboards'),
      description: t(
        'settings.serverTimeZone.description',
        'Alert rules and shared dashboards have no time zone of their own. Steps of hours and days begin on this clock, unless the query was made from a panel.'
      ),
    },
    sharedCacheMegabytes: {
      label: t('settings.sharedCacheMegabytes.label', 'Shared cache size'),
      description: t(
        'settings.sharedCacheMegabytes.description',
        'Maximum amount of data that the Grafana server keeps in memory for all users of this data source. Set to 0 to turn off the cache.'
      ),
    },
    tlsAuthWithCACert: {
      label: t('settings.tlsAuthWithCACert.label', 'Add self-signed certificate'),
      description: t(
        'settings.tlsAuthWithCACert.description',
        'Required if the server certificate is not signed by a public certificate authority (CA).'
      ),
    },
    tlsAuth: {
      label: t('settings.tlsAuth.label', 'TLS client authentication'),
      description: t('settings.tlsAuth.description', 'Required if the server requests a client certificate.'),
    },
    serverName: {
      label: t('settings.serverName.label', 'Server name'),
      description: t(
        'settings.serverName.description',
        'Name in the server certificate, if it differs from the host in the URL.'
      ),
    },
    tlsSkipVerify: {
      label: t('settings.tlsSkipVerify.label', 'Skip TLS certificate validation'),
      description: t(
        'settings.tlsSkipVerify.description',
        'Insecure: anyone between Grafana and the server can read the API key. Use only for testing.'
      ),
    },
    enableSecureSocksProxy: {
      label: t('settings.enableSecureSocksProxy.label', 'Secure Socks Proxy'),
      description: t(
        'settings.enableSecureSocksProxy.description',
        'Connects to the API through the secure socks proxy of the Grafana server, to reach a network that the server itself cannot reach.'
      ),
    },
  };
}

/** The setting `tagTypes` is a list of words for each role. */
export function tagTypeTexts(): Readonly<Record<keyof TagTypeWords, SettingText>> {
  return {
    state: {
      label: t('settings.tagTypes.state.label', 'States'),
      description: t(
        'settings.tagTypes.state.description',
        'Tag types whose values hold until the next reading, such as on and off. They are shown as steps, and not averaged unless an interval is chosen.'
      ),
    },
    setPoint: {
      label: t('settings.tagTypes.setPoint.label', 'Set points'),
      description: t('settings.tagTypes.setPoint.description', 'Tag types of target values, shown as steps, too.'),
    },
    counter: {
      label: t('settings.tagTypes.counter.label', 'Counters'),
      description: t(
        'settings.tagTypes.counter.description',
        'Tag types of values that only grow until they are reset. The query editor suggests their increase.'
      ),
    },
  };
}

export function secretLabels(): Readonly<Record<SecretName, string>> {
  return {
    apiKey: t('settings.apiKey.label', 'API key'),
    tlsCACert: t('settings.tlsCACert.label', 'CA certificate'),
    tlsClientCert: t('settings.tlsClientCert.label', 'Client certificate'),
    tlsClientKey: t('settings.tlsClientKey.label', 'Client key'),
  };
}

/** The label of a setting: messages call it what the settings page calls it. */
export function settingLabel(name: Exclude<SettingName, 'tagTypes'>): string {
  return settingTexts()[name].label;
}

export function unitText(unit: SettingUnit): string {
  switch (unit) {
    case 'minutes':
      return t('settings.minutes', 'minutes');
    case 'days':
      return t('settings.days', 'days');
    case 'MB':
      return unit;
  }
}
