import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import { ALL } from '../links.ts';
import type { Language } from '../language.ts';
import { bars, type Panel, table } from '../panels.ts';
import { HELD, latest, OF_DEVICE, OF_STATES, periods } from '../queries.ts';
import { connection, openAlertCounts, statesOverTime, tagCounts, trends } from './sharedPanels.ts';
import {
  deviceVariable,
  holdVariable,
  runningVariable,
  siteVariable,
  statesVariable,
  tagsVariable,
} from '../variables.ts';

const STATES = { ...OF_STATES, ...HELD } as const;

/** A device: its tags, its last contact and its alerts. */
export function plantDevice(language: Language): DashboardFile {
  const context = createContext('plant-device', language);
  const { t } = context;
  return dashboard(context, {
    title: t('device.title'),
    description: t('device.description'),
    from: 'now-2d',
    refresh: '30s',
    links: [context.todayLink('plant-consumption', t('consumption.ofToday'))],
    variables: [
      siteVariable(t),
      deviceVariable(t),
      tagsVariable(t),
      statesVariable(t, '$device'),
      runningVariable(t),
      holdVariable(t, { isShown: false }),
    ],
    rows: [
      {
        height: 5,
        panels: [
          [10, connection(context)],
          [8, openAlertCounts(context, OF_DEVICE)],
          [6, tagCounts(context, t('tags.title'), { staleAfter: '1h', filter: OF_DEVICE })],
        ],
      },
      {
        height: 10,
        panels: [
          [14, allTags(context)],
          [
            10,
            statesOverTime(context, {
              title: t('device.states.title'),
              legend: '{{name}}',
              filter: STATES,
              target: 'plant-availability',
            }),
          ],
        ],
      },
      {
        height: 7,
        panels: [
          [14, deviceAlerts(context)],
          [10, runningPerDay(context)],
        ],
      },
      { section: t('device.trends') },
      { height: 8, panels: [[24, trends(context)]] },
    ],
  });
}

function allTags({ t, linkTo }: DashboardContext): Panel {
  const toTag = linkTo('plant-tag', t('link.tag'), { tag: '${__data.fields.tag}' });
  return table(
    {
      title: t('device.allTags.title'),
      description: t('device.allTags.description'),
      link: linkTo('plant-data-quality', t('dataQuality.title')),
    },
    latest({ format: 'table', staleAfter: '1h', ...OF_DEVICE }),
    {
      columns: {
        name: { minWidth: 100, wraps: true, link: toTag },
        // All digits that a number has.
        value: { minWidth: 140 },
        state: { width: 68, wraps: true },
        unit: { minWidth: 70, wraps: true },
        age: { width: 105 },
        freshness: { width: 92 },
        limit: { minWidth: 80, wraps: true },
      },
      hidden: ['device', 'time', 'site', 'area', 'deviceCode', 'tag'],
    }
  );
}

function runningPerDay({ t, linkTo }: DashboardContext): Panel {
  return bars(
    {
      title: t('device.running.title'),
      description: t('device.running.description'),
      link: linkTo('plant-availability', t('availability.title')),
    },
    [
      periods({
        format: 'perStep',
        totals: ['hours'],
        interval: '1d',
        legend: '{{name}}',
        condition: { operator: '=', value: '$running' },
        ...STATES,
      }),
    ],
    { defaults: { noValue: t('states.none') }, legend: { showLegend: false }, more: { timeFrom: '14d' } }
  );
}

function deviceAlerts({ t, linkTo }: DashboardContext): Panel {
  const toTag = linkTo('plant-tag', t('link.tag'), { tag: '${__data.fields.tag}' });
  return alertsTable(
    {
      title: t('alertsInRange.title'),
      description: t('device.alerts.description'),
      link: linkTo('plant-alerts', t('alerts.title'), { tag: ALL }),
    },
    OF_DEVICE,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        name: { minWidth: 116, wraps: true, link: toTag },
      },
      unknown: alertsUnknown(t),
    }
  );
}
