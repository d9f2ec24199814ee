import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import type { DashboardName } from './links.ts';
import { bars, type Panel } from './panels.ts';
import { alerts } from './queries.ts';
import { deviceCounts, devicesByContact, openAlertCounts, openAlertsTable, tagCounts } from './sharedPanels.ts';
import { forVisitors } from './forVisitors.ts';
import { IMPORTED_SOURCE, PROVISIONED_SOURCE } from './source.ts';

/** What is wrong now, for visitors of a shared dashboard: with the data source that is chosen when it is imported. */
export function plantShared(writer: Writer): DashboardFile {
  return forVisitors(described(writer, 'plant-shared'), IMPORTED_SOURCE);
}

/** The same with the data source of the demo plant. */
export function plantSharedDemo(writer: Writer): DashboardFile {
  return forVisitors(described(writer, 'plant-shared-demo'), PROVISIONED_SOURCE);
}

function described(writer: Writer, name: DashboardName): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name,
    title: say('Plant status, to share', 'Estado de la planta, para compartir'),
    description: say(
      'What is wrong now, for a shared dashboard: it has no variables and no links, which visitors cannot use.',
      'Qué va mal ahora, para un panel compartido: no tiene variables ni enlaces, que los visitantes no pueden usar.'
    ),
    from: 'now-7d',
    refresh: '1m',
    variables: [],
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
      { height: 8, panels: [[24, openAlerts(writer)]] },
      {
        height: 10,
        panels: [
          [16, alertsPerDay(writer)],
          [8, silentDevices(writer)],
        ],
      },
    ],
  });
}

function openAlerts(writer: Writer): Panel {
  const { say } = writer;
  return {
    ...openAlertsTable(writer, say('Open now', 'Abiertas ahora'), { filter: {}, shown: 'all' }),
    description: say(
      'Alerts that have not ended, newest first.',
      'Alertas que no han terminado, primero las más recientes.'
    ),
  };
}

function silentDevices(writer: Writer): Panel {
  return {
    ...devicesByContact(writer),
    description: writer.say(
      'All devices, the one without contact for the longest time first.',
      'Todos los dispositivos, primero el que lleva más tiempo sin contacto.'
    ),
  };
}

function alertsPerDay({ say, to }: Writer): Panel {
  return bars(
    {
      title: say('Active alerts per day', 'Alertas activas por día'),
      description: say(
        'How many alerts were active on each day, by severity. The corner of the panel names the time zone of the days.',
        'Cuántas alertas estuvieron activas cada día, por severidad. La esquina del panel dice la zona horaria de los días.'
      ),
      link: to('plant-alerts', say('Alerts', 'Alertas')),
    },
    [alerts({ format: 'count' })],
    { custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.8 }, more: { interval: '1d' } }
  );
}
