import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { GREEN, ORANGE, RED } from '../../../src/grafana/valueColors.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import { ALL } from '../links.ts';
import type { Language } from '../language.ts';
import { bars, fieldOverride, type Panel, stat, steps, table, unknownMappings } from '../panels.ts';
import { alerts, OF_TAG } from '../queries.ts';
import { openAlertCounts, openAlertsTable } from './sharedPanels.ts';
import { devicesVariable, severityVariable, siteVariable, tagsVariable } from '../variables.ts';

const FILTER = { ...OF_TAG, severities: ['$severity'] };
const MINUTE_S = 60;

/** Alerts: open ones, how many, how long until somebody acknowledges them, and where. */
export function plantAlerts(language: Language): DashboardFile {
  const context = createContext('plant-alerts', language);
  const { t } = context;
  return dashboard(context, {
    title: t('alerts.title'),
    description: t('alerts.description'),
    from: 'now-7d',
    refresh: '1m',
    variables: [siteVariable(t), devicesVariable(t), tagsVariable(t), severityVariable(t)],
    rows: [
      {
        height: 4,
        panels: [
          [8, openAlertCounts(context, FILTER)],
          [8, timeToAcknowledge(context, 'median')],
          [8, timeToAcknowledge(context, 'max')],
        ],
      },
      {
        height: 9,
        panels: [[24, openAlertsTable(context, { title: t('openAlerts.now'), filter: FILTER, shown: 'all' })]],
      },
      {
        height: 9,
        panels: [
          [9, perDay(context)],
          [15, worstDevices(context)],
        ],
      },
      { height: 8, panels: [[24, worstRules(context)]] },
      { height: 11, panels: [[24, allAlerts(context)]] },
    ],
  });
}

function timeToAcknowledge({ t, linkTo }: DashboardContext, calc: 'median' | 'max'): Panel {
  const name = t('timeToAcknowledge.name');
  return stat(
    {
      title: calc === 'median' ? t('timeToAcknowledge.median') : t('timeToAcknowledge.max'),
      description: t('timeToAcknowledge.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    [alerts({ format: 'table', ...FILTER })],
    {
      unknown: t('unknown'),
      calc,
      fields: `/^${name}$/`,
      colorMode: 'background_solid',
      showsNames: false,
      overrides: [
        fieldOverride('waited', {
          displayName: name,
          // The alerts are known, and none was acknowledged or waits for it: the median of nothing is NaN.
          mappings: unknownMappings(t('timeToAcknowledge.none')),
        }),
      ],
      thresholds: steps([
        [GREEN, 0],
        [ORANGE, 30 * MINUTE_S],
        [RED, 240 * MINUTE_S],
      ]),
    }
  );
}

function perDay({ t, linkTo }: DashboardContext): Panel {
  return bars(
    {
      title: t('alertsPerDay.title'),
      description: t('alertsPerDay.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    [alerts({ format: 'count', ...FILTER })],
    { custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.8 }, more: { interval: '1d' } }
  );
}

/** A bar for each number, against the highest. */
const ALERT_COUNTS = {
  minWidth: 110,
  more: {
    'custom.cellOptions': { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' },
    fieldMinMax: true,
    color: { mode: 'fixed', fixedColor: ORANGE },
  },
} as const;

function worstDevices({ t, linkTo }: DashboardContext): Panel {
  return table(
    {
      title: t('alertingDevices.title'),
      description: t('alertingDevices.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    alerts({ format: 'devices', ...FILTER }),
    {
      columns: {
        device: {
          minWidth: 130,
          wraps: true,
          link: linkTo('plant-device', t('link.device'), {
            device: '${__data.fields.deviceCode}',
            tag: ALL,
          }),
        },
        alerts: ALERT_COUNTS,
        critical: { width: 75, title: t('alertingDevices.critical') },
        duration: { width: 105, title: t('alertingDevices.duration') },
        timeToAcknowledge: { width: 125, title: t('alertingDevices.timeToAcknowledge') },
      },
      hidden: ['open', 'lastStart', 'site', 'area', 'deviceCode'],
    }
  );
}

/** Rules whose alerts are short and end unacknowledged nag: they should be changed. */
function worstRules({ t, linkTo }: DashboardContext): Panel {
  return table(
    {
      title: t('alertingRules.title'),
      description: t('alertingRules.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    alerts({ format: 'rules', ...FILTER }),
    {
      columns: {
        rule: { minWidth: 160, wraps: true },
        alerts: ALERT_COUNTS,
        duration: { width: 105, title: t('alertingDevices.duration') },
        devices: { width: 110 },
        unattended: { width: 165, title: t('alertingRules.unattended') },
        medianDuration: { width: 150 },
      },
      hidden: ['open', 'critical', 'lastStart', 'timeToAcknowledge'],
    }
  );
}

function allAlerts({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  return alertsTable(
    {
      title: t('alertsInRange.title'),
      description: t('alertsInRange.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    FILTER,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        device: { minWidth: 110, wraps: true, link: linkTo('plant-device', t('link.device'), { device, tag: ALL }) },
        name: {
          minWidth: 110,
          wraps: true,
          link: linkTo('plant-tag', t('link.tag'), { device, tag: '${__data.fields.tag}' }),
        },
        timeToAcknowledge: { width: 150, title: t('alertsInRange.timeToAcknowledge') },
      },
      unknown: alertsUnknown(t),
    }
  );
}
