import { createContext, dashboard, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { OF_DEVICE, OF_SITES } from '../queries.ts';
import { connection, devicesByContact, latestValues, openAlertsTable, statusRow, trend } from './sharedPanels.ts';
import { deviceVariable, siteVariable, tagVariable } from '../variables.ts';

/** What is wrong now: first the tag and the device of the most severe open alert. */
export function plantOverview(language: Language): DashboardFile {
  const context = createContext('plant-overview', language);
  const { t } = context;
  return dashboard(context, {
    title: t('overview.title'),
    description: t('overview.description'),
    from: 'now-2d',
    refresh: '10s',
    variables: [siteVariable(t), deviceVariable(t), tagVariable(t)],
    rows: [
      statusRow(context),
      {
        height: 11,
        panels: [
          [13, trend(context, 'plant-tag')],
          [11, openAlertsTable(context, { title: t('openAlerts.now'), filter: OF_SITES, shown: 'plant' })],
        ],
      },
      { section: t('overview.device') },
      {
        columns: [
          [14, [[10, latestValues(context)]]],
          [
            10,
            [
              [4, connection(context)],
              [6, openAlertsTable(context, { title: t('openAlerts.ofDevice'), filter: OF_DEVICE, shown: 'device' })],
            ],
          ],
        ],
      },
      { section: t('devices.title') },
      { height: 8, panels: [[24, devicesByContact(context)]] },
    ],
  });
}
