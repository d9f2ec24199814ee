import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { bars, type Panel } from '../panels.ts';
import { alerts } from '../queries.ts';
import { devicesByContact, openAlertsTable, statusRow } from './sharedPanels.ts';
import { forVisitors } from './forVisitors.ts';
import { IMPORTED_SOURCE, PROVISIONED_SOURCE } from '../source.ts';

/** What is wrong now, for visitors of a shared dashboard: with the data source that is chosen when it is imported. */
export function plantShared(language: Language): DashboardFile {
  return forVisitors(described(createContext('plant-shared', language)), IMPORTED_SOURCE);
}

/** The same with the data source of the demo plant. */
export function plantSharedDemo(language: Language): DashboardFile {
  return forVisitors(described(createContext('plant-shared-demo', language)), PROVISIONED_SOURCE);
}

function described(context: DashboardContext): DashboardFile {
  const { t } = context;
  return dashboard(context, {
    title: t('shared.title'),
    description: t('shared.description'),
    from: 'now-7d',
    refresh: '1m',
    variables: [],
    rows: [
      statusRow(context),
      { height: 8, panels: [[24, openAlerts(context)]] },
      {
        height: 10,
        panels: [
          [16, alertsPerDay(context)],
          [8, silentDevices(context)],
        ],
      },
    ],
  });
}

function openAlerts(context: DashboardContext): Panel {
  const { t } = context;
  return {
    ...openAlertsTable(context, { title: t('openAlerts.now'), filter: {}, shown: 'all' }),
    description: t('shared.openAlerts.description'),
  };
}

function silentDevices(context: DashboardContext): Panel {
  return {
    ...devicesByContact(context),
    description: context.t('shared.devices.description'),
  };
}

function alertsPerDay({ t, linkTo }: DashboardContext): Panel {
  return bars(
    {
      title: t('alertsPerDay.title'),
      description: t('shared.alertsPerDay.description'),
      link: linkTo('plant-alerts', t('alerts.title')),
    },
    [alerts({ format: 'count' })],
    { custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.8 }, more: { interval: '1d' } }
  );
}
