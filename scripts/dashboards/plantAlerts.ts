import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { GREEN, ORANGE, RED } from '../../src/grafana/valueColors.ts';
import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { bars, ofField, type Panel, stat, steps, table, unknownMappings } from './panels.ts';
import { alerts } from './queries.ts';
import { openAlertCounts, openAlertsTable } from './sharedPanels.ts';
import { devicesVariable, severityVariable, siteVariable } from './variables.ts';

const FILTER = { sites: ['$site'], devices: ['$device'], severities: ['$severity'] };
const MINUTE_MS = 60_000;

/** Alerts: open ones, how many, how long until somebody acknowledges them, and where. */
export function plantAlerts(writer: Writer): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name: 'plant-alerts',
    title: say('Alerts', 'Alertas'),
    description: say(
      'Open alerts, alerts per day and severity, the time to acknowledge, and the devices with the most alerts.',
      'Alertas abiertas, alertas por día y severidad, tiempo hasta el reconocimiento y dispositivos con más alertas.'
    ),
    from: 'now-7d',
    refresh: '1m',
    variables: [siteVariable(say), devicesVariable(say), severityVariable(say)],
    rows: [
      {
        height: 4,
        panels: [
          [10, openAlertCounts(writer, FILTER)],
          [7, timeToAcknowledge(writer, 'median')],
          [7, timeToAcknowledge(writer, 'max')],
        ],
      },
      {
        height: 9,
        panels: [[24, openAlertsTable(writer, say('Open now', 'Abiertas ahora'), { filter: FILTER, shown: 'all' })]],
      },
      {
        height: 9,
        panels: [
          [11, perDay(writer)],
          [13, worstDevices(writer)],
        ],
      },
      { height: 11, panels: [[24, allAlerts(writer)]] },
    ],
  });
}

function timeToAcknowledge({ say, to }: Writer, calc: 'median' | 'max'): Panel {
  const name = say('Time to acknowledge', 'Tiempo hasta el reconocimiento');
  return stat(
    {
      title:
        calc === 'median'
          ? say('Median time to acknowledge', 'Reconocimiento: mediana')
          : say('Longest time to acknowledge', 'Reconocimiento: máximo'),
      description: say(
        'From opening to acknowledgement, of the alerts in the time range that were acknowledged.',
        'Desde la apertura hasta el reconocimiento, de las alertas del intervalo que se reconocieron.'
      ),
      link: to('plant-device', say('Device', 'Dispositivo'), { device: '${device}' }),
    },
    [alerts({ format: 'table', ...FILTER })],
    {
      unknown: say('Unknown', 'Desconocido'),
      calc,
      fields: `/^${name}$/`,
      colorMode: 'background_solid',
      showsNames: false,
      overrides: [
        ofField('timeToAcknowledge', {
          displayName: name,
          decimals: 0,
          // The alerts are known, and none was acknowledged: the median of nothing is NaN.
          mappings: unknownMappings(say('None yet', 'Ninguna aún')),
        }),
      ],
      thresholds: steps([
        [GREEN, 0],
        [ORANGE, 30 * MINUTE_MS],
        [RED, 240 * MINUTE_MS],
      ]),
    }
  );
}

function perDay({ say, to }: Writer): Panel {
  return bars(
    {
      title: say('Active alerts per day', 'Alertas activas por día'),
      description: say(
        'How many alerts were active on each day, by severity. An alert counts on every day on which it was active.',
        'Cuántas alertas estuvieron activas cada día, por severidad. Una alerta cuenta en cada día en que estuvo activa.'
      ),
      link: to('plant-device', say('Device', 'Dispositivo'), { device: '${device}' }),
    },
    [alerts({ format: 'count', ...FILTER })],
    { custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.8 }, more: { interval: '1d' } }
  );
}

function worstDevices({ say, to }: Writer): Panel {
  return table(
    {
      title: say('Devices with the most alerts', 'Dispositivos con más alertas'),
      description: say(
        'Alerts that were active in the time range per device, and how long they lasted within it. The name opens the device.',
        'Alertas activas en el intervalo por dispositivo, y cuánto duraron dentro de él. El nombre abre el dispositivo.'
      ),
      link: to('plant-overview', say('Plant overview', 'Visión general')),
    },
    alerts({ format: 'devices', ...FILTER }),
    {
      columns: {
        device: {
          minWidth: 130,
          link: to('plant-device', say('Show device', 'Ver el dispositivo'), {
            device: '${__data.fields.deviceCode}',
          }),
        },
        alerts: {
          minWidth: 110,
          more: {
            'custom.cellOptions': { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' },
            fieldMinMax: true,
            color: { mode: 'fixed', fixedColor: ORANGE },
          },
        },
        critical: { width: 75, title: say('Critical', 'Críticas') },
        duration: { width: 90, title: say('Duration', 'Duración') },
        timeToAcknowledge: { width: 125, title: say('Mean to ack.', 'Reconocidas tras') },
      },
      hidden: ['open', 'lastStart', 'site', 'area', 'deviceCode'],
    }
  );
}

function allAlerts({ say, to }: Writer): Panel {
  const device = '${__data.fields.deviceCode}';
  return alertsTable(
    {
      title: say('Alerts in the time range', 'Alertas en el intervalo'),
      description: say(
        'Alerts that were active in the time range, newest first. The rule opens the trend around the alert; device and tag open their dashboards.',
        'Alertas activas en el intervalo de tiempo, primero las más recientes. La regla abre la tendencia en torno a la alerta; el dispositivo y el tag abren sus paneles.'
      ),
      link: to('plant-overview', say('Plant overview', 'Visión general')),
    },
    FILTER,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        device: { minWidth: 110, link: to('plant-device', say('Show device', 'Ver el dispositivo'), { device }) },
        name: {
          minWidth: 110,
          link: to('plant-tag', say('Show tag', 'Ver el tag'), { device, tag: '${__data.fields.tag}' }),
        },
        timeToAcknowledge: { width: 150, title: say('Acknowledged after', 'Reconocida tras') },
      },
      unknown: alertsUnknown(say),
    }
  );
}
