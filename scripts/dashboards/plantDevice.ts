import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { type Panel, table } from './panels.ts';
import { latest, OF_DEVICE } from './queries.ts';
import { connection, openAlertCounts, tagCounts, trends } from './sharedPanels.ts';
import { deviceVariable, siteVariable, tagsVariable } from './variables.ts';

/** A device: its tags, its last contact and its alerts. */
export function plantDevice(writer: Writer): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name: 'plant-device',
    title: say('Device', 'Dispositivo'),
    description: say(
      'One device: its connection, the latest values of all its tags, its alerts and its trends.',
      'Un dispositivo: su conexión, los últimos valores de todos sus tags, sus alertas y sus tendencias.'
    ),
    from: 'now-24h',
    refresh: '30s',
    variables: [siteVariable(say), deviceVariable(say), tagsVariable()],
    rows: [
      {
        height: 5,
        panels: [
          [11, connection(writer)],
          [7, openAlertCounts(writer, OF_DEVICE)],
          [6, tagCounts(writer, 'Tags', { staleAfter: '1h', filter: OF_DEVICE })],
        ],
      },
      {
        height: 10,
        panels: [
          [12, allTags(writer)],
          [12, deviceAlerts(writer)],
        ],
      },
      { section: say('Trends', 'Tendencias') },
      { height: 8, panels: [[24, trends(writer)]] },
    ],
  });
}

function allTags({ say, to }: Writer): Panel {
  const toTag = to('plant-tag', say('Show tag', 'Ver el tag'), { device: '${device}', tag: '${__data.fields.tag}' });
  return table(
    {
      title: say('All tags', 'Todos los tags'),
      description: say(
        'The latest reading of every tag of the device, whatever the time range. A tag is stale if its reading is older than an hour.',
        'La última lectura de cada tag del dispositivo, sea cual sea el intervalo de tiempo. Un tag es antiguo si su lectura tiene más de una hora.'
      ),
      link: to('plant-data-quality', say('Data quality', 'Calidad de los datos'), { device: '${device}' }),
    },
    latest({ format: 'table', staleAfter: '1h', ...OF_DEVICE }),
    {
      columns: {
        name: { minWidth: 170, link: toTag },
        value: { width: 100 },
        unit: { width: 75 },
        age: { width: 100 },
        freshness: { width: 110 },
      },
      hidden: ['device', 'time', 'site', 'area', 'deviceCode', 'tag'],
    }
  );
}

function deviceAlerts({ say, to }: Writer): Panel {
  const toTag = to('plant-tag', say('Show tag', 'Ver el tag'), { device: '${device}', tag: '${__data.fields.tag}' });
  return alertsTable(
    {
      title: say('Alerts in the time range', 'Alertas en el intervalo'),
      description: say(
        'Alerts of the device that were active in the time range, newest first. The rule opens the trend around the alert.',
        'Alertas del dispositivo activas en el intervalo de tiempo, primero las más recientes. La regla abre la tendencia en torno a la alerta.'
      ),
      link: to('plant-alerts', say('Alerts', 'Alertas'), { device: '${device}' }),
    },
    OF_DEVICE,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        name: { minWidth: 110, link: toTag },
      },
      unknown: alertsUnknown(say),
    }
  );
}
