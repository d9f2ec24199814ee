import { dashboard, type DashboardFile, type DashboardContext } from '../dashboard.ts';
import { OF_DEVICE, OF_SITES } from '../queries.ts';
import {
  connection,
  deviceCounts,
  devicesByContact,
  latestValues,
  openAlertCounts,
  openAlertsTable,
  tagCounts,
  trends,
} from './sharedPanels.ts';
import { deviceVariable, siteVariable, tagsVariable } from '../variables.ts';

/** What is wrong now, and the device of interest. */
export function plantOverview(context: DashboardContext): DashboardFile {
  const { t } = context;
  return dashboard(context, {
    name: 'plant-overview',
    title: t('overview.title'),
    description: t('overview.description'),
    from: 'now-6h',
    refresh: '10s',
    variables: [siteVariable(t), deviceVariable(t), tagsVariable(t)],
    rows: [
      {
        height: 4,
        panels: [
          [8, openAlertCounts(context)],
          [8, deviceCounts(context)],
          [8, tagCounts(context, t('recentTags.title'), { staleAfter: '1h' })],
        ],
      },
      {
        height: 8,
        panels: [
          [16, openAlertsTable(context, t('openAlerts.now'), { filter: OF_SITES, shown: 'plant' })],
          [8, devicesByContact(context)],
        ],
      },
      { section: t('overview.device') },
      {
        columns: [
          [13, [[10, latestValues(context)]]],
          [
            11,
            [
              [4, connection(context)],
              [
                6,
                openAlertsTable(context, t('openAlerts.ofDevice'), {
                  filter: OF_DEVICE,
                  shown: 'device',
                }),
              ],
            ],
          ],
        ],
      },
      { section: t('device.trends') },
      { height: 8, panels: [[24, trends(context)]] },
    ],
  });
}
