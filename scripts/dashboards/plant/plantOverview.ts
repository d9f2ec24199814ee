import { createContext, dashboard, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { OF_DEVICE, OF_SITES } from '../queries.ts';
import { connection, devicesByContact, latestValues, openAlertsTable, statusRow, trend } from './sharedPanels.ts';
import { atVariable, deviceVariable, siteVariable, tagVariable } from '../variables.ts';

/** The switch between now and the end of a past time range. */
const AT = { at: '$at' } as const;

/** What is wrong now, or was then: first the tag and the device of the most severe open alert. */
export function plantOverview(language: Language): DashboardFile {
  const context = createContext('plant-overview', language);
  const { t } = context;
  return dashboard(context, {
    title: t('overview.title'),
    description: t('overview.description'),
    from: 'now-2d',
    refresh: '10s',
    variables: [siteVariable(t), deviceVariable(t), tagVariable(t), atVariable(t)],
    rows: [
      statusRow(context, AT),
      {
        height: 11,
        panels: [
          [13, trend(context, 'plant-tag')],
          [
            11,
            openAlertsTable(context, {
              title: t('openAlerts.list'),
              filter: { ...OF_SITES, ...AT },
              shown: 'plant',
            }),
          ],
        ],
      },
      { section: t('overview.device') },
      {
        columns: [
          [14, [[10, latestValues(context, AT)]]],
          [
            10,
            [
              [4, connection(context, t('overview.connectionNow'))],
              [
                6,
                openAlertsTable(context, {
                  title: t('openAlerts.ofDevice'),
                  filter: { ...OF_DEVICE, ...AT },
                  shown: 'device',
                }),
              ],
            ],
          ],
        ],
      },
      { section: t('devices.now') },
      { height: 8, panels: [[24, devicesByContact(context, t('overview.byContactNow'))]] },
    ],
  });
}
