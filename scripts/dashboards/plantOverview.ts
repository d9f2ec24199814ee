import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { OF_DEVICE, OF_SITES } from './queries.ts';
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
import { deviceVariable, siteVariable, tagsVariable } from './variables.ts';

/** What is wrong now, and the device of interest. */
export function plantOverview(writer: Writer): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name: 'plant-overview',
    title: say('Plant overview', 'Visión general de la planta'),
    description: say(
      'What is wrong now: open alerts, offline devices and silent tags. Below, the latest values and trends of a device.',
      'Qué va mal ahora: alertas abiertas, dispositivos sin conexión y tags sin lecturas recientes. Debajo, los últimos valores y las tendencias de un dispositivo.'
    ),
    from: 'now-6h',
    refresh: '10s',
    variables: [siteVariable(say), deviceVariable(say), tagsVariable()],
    rows: [
      {
        height: 4,
        panels: [
          [8, openAlertCounts(writer)],
          [8, deviceCounts(writer)],
          [
            8,
            tagCounts(writer, say('Tags without recent readings', 'Tags sin lecturas recientes'), { staleAfter: '1h' }),
          ],
        ],
      },
      {
        height: 8,
        panels: [
          [16, openAlertsTable(writer, say('Open now', 'Abiertas ahora'), { filter: OF_SITES, shown: 'plant' })],
          [8, devicesByContact(writer)],
        ],
      },
      { section: say('Device: ${device:text}', 'Dispositivo: ${device:text}') },
      {
        columns: [
          [13, [[10, latestValues(writer)]]],
          [
            11,
            [
              [4, connection(writer)],
              [
                6,
                openAlertsTable(writer, say('Open alerts of the device', 'Alertas abiertas del dispositivo'), {
                  filter: OF_DEVICE,
                  shown: 'device',
                }),
              ],
            ],
          ],
        ],
      },
      { section: say('Trends', 'Tendencias') },
      { height: 8, panels: [[24, trends(writer)]] },
    ],
  });
}
