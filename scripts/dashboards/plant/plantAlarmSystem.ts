import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import { ALL } from '../links.ts';
import type { Language } from '../language.ts';
import { bars, type ColumnOptions, fieldOverride, type Panel, stat, table, TIME_COLUMN } from '../panels.ts';
import { alerts, OF_SITES } from '../queries.ts';
import { severityVariable, siteVariable, textVariable } from '../variables.ts';

const FILTER = { ...OF_SITES, severities: ['$severity'], operators: '$operators' };

/**
 * Alarm system: what its reviewer asks, in that order. Is the load acceptable, when was it not, what floods were there, which alarms make it, do
 * severities mean something, and does anybody respond?
 */
export function plantAlarmSystem(language: Language): DashboardFile {
  const context = createContext('plant-alarm-system', language);
  const { t } = context;
  return dashboard(context, {
    title: t('alarms.title'),
    description: t('alarms.description'),
    // The standard measures at least 30 days.
    from: 'now-30d',
    refresh: '5m',
    variables: [siteVariable(t), severityVariable(t), textVariable('operators', t('alarms.operators'), '1')],
    rows: [
      {
        height: 16,
        panels: [
          [12, targets(context)],
          [12, rate(context)],
        ],
      },
      {
        height: 4,
        panels: [
          [12, responseTime(context, 'ToAcknowledge', t('alarms.toAcknowledge'))],
          [12, responseTime(context, 'ToEnd', t('alarms.toEnd'))],
        ],
      },
      { height: 9, panels: [[24, mostFrequent(context)]] },
      {
        height: 9,
        panels: [
          [14, floods(context)],
          [10, severities(context)],
        ],
      },
      { height: 9, panels: [[24, areas(context)]] },
    ],
  });
}

function targets({ t, linkTo }: DashboardContext): Panel {
  return table(
    {
      title: t('alarms.targets.title'),
      description: t('alarms.targets.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    alerts({ format: 'performance', ...FILTER }),
    {
      columns: {
        figure: { minWidth: 200, wraps: true },
        value: { width: 90, more: { 'custom.align': 'right' } },
        target: { width: 80, more: { 'custom.align': 'right' } },
        assessment: { width: 122 },
      },
      hidden: [],
      unknown: t('alerts.unknown'),
    }
  );
}

function rate({ t, linkTo }: DashboardContext): Panel {
  return bars(
    {
      title: t('alarms.rate.title'),
      description: t('alarms.rate.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    [alerts({ format: 'performance', ...FILTER }), alerts({ refId: 'Floods', format: 'floods', ...FILTER })],
    {
      // The line at which a flood begins stays in sight.
      custom: { thresholdsStyle: { mode: 'dashed' }, axisSoftMax: 12 },
      overrides: [
        fieldOverride('average', { 'custom.drawStyle': 'line', 'custom.lineWidth': 1, 'custom.fillOpacity': 0 }),
      ],
    }
  );
}

/** The median, and the 90th percentile. */
function responseTime({ t, linkTo }: DashboardContext, figure: 'ToAcknowledge' | 'ToEnd', title: string): Panel {
  const [median, p90] = [t('alarms.median'), t('alarms.p90')];
  return stat(
    { title, description: t('alarms.response.description'), link: linkTo('plant-alerts', t('link.allAlerts')) },
    [alerts({ format: 'performance', ...FILTER })],
    {
      unknown: t('unknown'),
      fields: `/^(${median}|${p90})$/`,
      overrides: [
        fieldOverride(`median${figure}`, { displayName: median }),
        fieldOverride(`p90${figure}`, { displayName: p90 }),
      ],
    }
  );
}

/** The figures of a group of alerts. */
const FIGURE_FIELDS = [
  ...['opened', 'share', 'perPeriod', 'peak', 'busyPeriods', 'busyHours', 'floods', 'floodTime', 'mostFrequent'],
  ...['chattering', 'fleeting', 'standing', 'unattended'],
  ...['medianToAcknowledge', 'p90ToAcknowledge', 'medianToEnd', 'p90ToEnd'],
];

function hiddenFigures(columns: Readonly<Record<string, ColumnOptions>>): string[] {
  return FIGURE_FIELDS.filter((name) => !(name in columns));
}

function mostFrequent({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  const figures = {
    opened: { width: 80, title: t('alarms.alerts') },
    share: { width: 95 },
    chattering: { width: 88, title: t('alarms.chatters') },
    fleeting: { width: 80, title: t('alarms.fleeting') },
    standing: { width: 110, title: t('alarms.standing') },
    medianToEnd: { width: 140, title: t('alarms.medianDuration') },
  };
  return table(
    {
      title: t('alarms.mostFrequent.title'),
      description: t('alarms.mostFrequent.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    alerts({ format: 'performance', rowPer: 'alarm', ...FILTER }),
    {
      columns: {
        rule: { minWidth: 120, wraps: true },
        device: { minWidth: 110, wraps: true, link: linkTo('plant-device', t('link.device'), { device, tag: ALL }) },
        name: {
          minWidth: 110,
          wraps: true,
          link: linkTo('plant-tag', t('link.tag'), { device, tag: '${__data.fields.tag}' }),
        },
        ...figures,
      },
      hidden: ['deviceCode', 'tag', ...hiddenFigures(figures)],
      unknown: t('alerts.unknown'),
    }
  );
}

function floods({ t, linkTo }: DashboardContext): Panel {
  return table(
    {
      title: t('alarms.floods.title'),
      description: t('alarms.floods.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    alerts({ format: 'floods', saysNone: true, ...FILTER }),
    {
      columns: {
        start: TIME_COLUMN,
        duration: { width: 105 },
        alerts: { width: 100 },
        peak: { width: 110, title: t('alarms.peak') },
        most: { minWidth: 160, wraps: true },
      },
      hidden: ['end', 'first'],
      unknown: t('alerts.unknown'),
    }
  );
}

function severities({ t, linkTo }: DashboardContext): Panel {
  const figures = {
    opened: { width: 80, title: t('alarms.alerts') },
    share: { width: 95 },
    p90ToAcknowledge: { width: 140, title: t('alarms.p90ToAcknowledge') },
  };
  return table(
    {
      title: t('alarms.severities.title'),
      description: t('alarms.severities.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    alerts({ format: 'performance', rowPer: 'severity', ...FILTER }),
    {
      columns: { severity: { minWidth: 90 }, ...figures },
      hidden: hiddenFigures(figures),
      unknown: t('alerts.unknown'),
    }
  );
}

function areas({ t, linkTo }: DashboardContext): Panel {
  const figures = {
    opened: { width: 90, title: t('alarms.alerts') },
    perPeriod: { width: 110, title: t('alarms.perPeriod') },
    peak: { width: 110, title: t('alarms.peak') },
    floods: { width: 105, title: t('alarms.floods.short') },
    unattended: { width: 165, title: t('alertingRules.unattended') },
    p90ToAcknowledge: { width: 140, title: t('alarms.p90ToAcknowledge') },
  };
  return table(
    {
      title: t('alarms.areas.title'),
      description: t('alarms.areas.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    alerts({ format: 'performance', rowPer: 'area', ...FILTER }),
    {
      columns: { area: { minWidth: 120, wraps: true }, site: { minWidth: 120, wraps: true }, ...figures },
      hidden: hiddenFigures(figures),
      unknown: t('alerts.unknown'),
    }
  );
}
