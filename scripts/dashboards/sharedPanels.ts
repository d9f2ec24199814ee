import { alertsTable, alertsUnknown } from './alertsTable.ts';
import { CONNECTION_COLORS, GREEN, ORANGE, RED, SEVERITY_COLORS } from '../../src/grafana/valueColors.ts';
import type { Writer } from './dashboard.ts';
import {
  agoColumn,
  badFromOne,
  bars,
  chart,
  goodFromOne,
  ofField,
  type Panel,
  repeated,
  stat,
  steps,
  table,
  TIME_COLUMN,
  TIME_UNIT,
  unknownMappings,
} from './panels.ts';
import { alertRegions, alerts, devices, history, latest, OF_DEVICE, OF_SITES, OF_TAG, type Target } from './queries.ts';

/* Panels that more than one dashboard has. */

const MINUTE_MS = 60_000;

/** Open alerts by severity. */
export function openAlertCounts({ say, to }: Writer, filter: Partial<Target> = OF_SITES): Panel {
  const link = to('plant-alerts', say('Alerts', 'Alertas'));
  const zeroIsGood = (color: string) => ({
    color: { mode: 'thresholds' },
    thresholds: badFromOne(color),
  });
  return stat(
    {
      title: say('Open alerts', 'Alertas abiertas'),
      description: say(
        'Alerts that have not ended, by severity. Acknowledged alerts are included.',
        'Alertas que no han terminado, por severidad. Se incluyen las reconocidas.'
      ),
      link,
    },
    [alerts({ state: 'open', format: 'count', ...filter } as object)],
    {
      unknown: alertsUnknown(say),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      overrides: [...Object.entries(SEVERITY_COLORS).map(([severity, color]) => ofField(severity, zeroIsGood(color)))],
    }
  );
}

/** Devices by connection. */
export function deviceCounts({ say, to }: Writer): Panel {
  const link = to('plant-data-quality', say('Data quality', 'Calidad de los datos'));
  return stat(
    {
      title: say('Devices', 'Dispositivos'),
      description: say(
        'Devices by connection, as the server reports it.',
        'Dispositivos según su conexión, tal como la indica el servidor.'
      ),
      link,
    },
    [devices({ format: 'count', ...OF_SITES })],
    {
      unknown: say('Devices unknown', 'Dispositivos desconocidos'),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      overrides: [
        ofField('online', { thresholds: goodFromOne() }),
        ofField('offline', { thresholds: badFromOne(CONNECTION_COLORS.offline) }),
      ],
    }
  );
}

interface TagCountOptions {
  readonly staleAfter: string;
  readonly filter?: Partial<Target>;
  /** What tags are called whose reading is younger or older; by default the words of the data source. */
  readonly names?: { readonly fresh: string; readonly stale: string };
}

/** Tags by the age of their latest reading. */
export function tagCounts(
  { say, to }: Writer,
  title: string,
  { staleAfter, filter = OF_SITES, names }: TagCountOptions
): Panel {
  const link = to('plant-data-quality', say('Data quality', 'Calidad de los datos'));
  return stat(
    {
      title,
      description: say(
        `Tags whose latest reading is younger or older than ${staleAfter}, and tags that never had a reading. A tag that reports only changes can be old and correct.`,
        `Tags cuya última lectura tiene menos o más de ${staleAfter}, y tags que nunca han tenido una lectura. Un tag que solo envía cambios puede ser antiguo y correcto.`
      ),
      link,
    },
    [latest({ format: 'count', staleAfter, ...filter } as object)],
    {
      unknown: say('Tags unknown', 'Tags desconocidos'),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      overrides: [
        ofField('fresh', { thresholds: goodFromOne(), ...(names && { displayName: names.fresh }) }),
        ...(names ? [ofField('stale', { displayName: names.stale })] : []),
      ],
    }
  );
}

export function openAlertsTable(
  { say, to }: Writer,
  title: string,
  { filter, shown }: { readonly filter: Partial<Target>; readonly shown: 'plant' | 'device' | 'all' }
): Panel {
  const toDevice = to('plant-device', say('Show device', 'Ver el dispositivo'), {
    device: '${__data.fields.deviceCode}',
  });
  const toTag = to('plant-tag', say('Show tag', 'Ver el tag'), {
    device: '${__data.fields.deviceCode}',
    tag: '${__data.fields.tag}',
  });
  return alertsTable(
    {
      title,
      description: say(
        'Alerts that have not ended, newest first. The rule opens the trend around the alert; device and tag open their dashboards.',
        'Alertas que no han terminado, primero las más recientes. La regla abre la tendencia en torno a la alerta; el dispositivo y el tag abren sus paneles.'
      ),
      link: to('plant-alerts', say('All alerts', 'Todas las alertas')),
    },
    { state: 'open', ...filter } as object,
    {
      columns: {
        severity: { width: 90 },
        duration: { width: 85 },
        state: { width: 115 },
        rule: { minWidth: 120 },
        ...(shown !== 'device' && { device: { minWidth: 110, link: toDevice } }),
        name: { minWidth: 110, link: toTag },
        ...(shown === 'all' && { start: TIME_COLUMN, site: { minWidth: 110 } }),
      },
      unknown: alertsUnknown(say),
    }
  );
}

/** Devices, the one without contact for the longest time first. */
export function devicesByContact({ say, to }: Writer): Panel {
  const toDevice = to('plant-device', say('Show device', 'Ver el dispositivo'), { device: '${__data.fields.code}' });
  return table(
    {
      title: say('Devices by last contact', 'Dispositivos por último contacto'),
      description: say(
        'All devices, the one without contact for the longest time first. The name opens the device with its last values and its alerts.',
        'Todos los dispositivos, primero el que lleva más tiempo sin contacto. El nombre abre el dispositivo con sus últimos valores y sus alertas.'
      ),
      link: to('plant-data-quality', say('Data quality', 'Calidad de los datos')),
    },
    devices(OF_SITES),
    {
      columns: {
        name: { minWidth: 110, link: toDevice },
        connection: { width: 100 },
        lastContact: agoColumn(say('Last contact', 'Último contacto'), say('Unknown', 'Desconocido')),
      },
      hidden: ['lastContactAge', 'code', 'type', 'site', 'area', 'tags'],
      sortBy: 'lastContact',
    }
  );
}

/** Whether the selected device is connected, and since when not. */
export function connection({ say, to }: Writer): Panel {
  const names = {
    connection: say('Connection', 'Conexión'),
    lastContact: say('Last contact', 'Último contacto'),
    lastContactAge: say('Time since', 'Hace'),
  };
  return stat(
    {
      title: say('Connection', 'Conexión'),
      description: say(
        'Connection as the server reports it. An offline device is silent since its last contact; its last values are below.',
        'Conexión tal como la indica el servidor. Un dispositivo sin conexión calla desde su último contacto; debajo están sus últimos valores.'
      ),
      link: to('plant-device', say('Device', 'Dispositivo'), { device: '${device}' }),
    },
    [devices(OF_DEVICE)],
    {
      unknown: say('Connection unknown', 'Conexión desconocida'),
      colorMode: 'background_solid',
      valueSize: 16,
      fields: `/^(${Object.values(names).join('|')})$/`,
      thresholds: steps([
        [GREEN, 0],
        [ORANGE, 15 * MINUTE_MS],
        [RED, 60 * MINUTE_MS],
      ]),
      overrides: [
        ofField('connection', { displayName: names.connection }),
        ofField('lastContact', {
          displayName: names.lastContact,
          unit: TIME_UNIT,
          color: { mode: 'fixed', fixedColor: 'transparent' },
          mappings: unknownMappings(say('Unknown', 'Desconocido')),
        }),
        ofField('lastContactAge', {
          displayName: names.lastContactAge,
          mappings: unknownMappings(say('Unknown', 'Desconocido')),
        }),
      ],
    }
  );
}

/** A value for each selected tag of the device, with its age. */
export function latestValues({ say, to }: Writer): Panel {
  const toTag = to('plant-tag', say('Show tag', 'Ver el tag'), {
    device: '${__field.labels.device}',
    tag: '${__field.labels.tag}',
  });
  return stat(
    {
      title: say('Latest values', 'Últimos valores'),
      description: say(
        'The latest reading of each selected tag and how old it is, whatever the time range. A warning in the corner names values older than an hour.',
        'La última lectura de cada tag seleccionado y su antigüedad, sea cual sea el intervalo de tiempo. Un aviso en la esquina nombra los valores de más de una hora.'
      ),
      link: to('plant-device', say('Device', 'Dispositivo'), { device: '${device}' }),
    },
    [latest({ format: 'series', staleAfter: '1h', legend: '{{name}} · {{age}}', ...OF_TAG })],
    { unknown: say('Values unknown', 'Valores desconocidos'), valueLink: toTag, isList: true }
  );
}

/** A chart for each selected tag of the device, with its alerts. */
export function trends({ say, to }: Writer): Panel {
  return repeated(
    'tag',
    2,
    chart(
      {
        title: say('${tag:text}', '${tag:text}'),
        description: say(
          'Average per step, and the band from its lowest to its highest reading: a spike of one reading stays visible at every zoom level. Alerts are shaded in the color of their severity. Drag to zoom in; click a point for its readings.',
          'Media por paso, y la banda entre su lectura más baja y la más alta: un pico de una sola lectura se ve en cualquier zoom. Las alertas se sombrean con el color de su severidad. Arrastre para ampliar; pulse un punto para ver sus lecturas.'
        ),
        link: to('plant-tag', say('Show tag', 'Ver el tag'), { device: '${device}', tag: '${tag}' }),
      },
      [history({ legend: '{{name}}', ...OF_TAG }), alertRegions(OF_TAG)]
    )
  );
}

/** The number of readings per hour of each selected tag. */
export function readingsPerHour({ say, to }: Writer): Panel {
  return repeated(
    'tag',
    3,
    bars(
      {
        title: '${tag:text}',
        description: say(
          'Readings per hour. A missing bar is an hour without readings, a low one a gap, a high one a burst.',
          'Lecturas por hora. Si falta una barra, no hubo lecturas en esa hora; una baja es un hueco, una alta una ráfaga.'
        ),
        link: to('plant-tag', say('Show tag', 'Ver el tag'), { device: '${device}', tag: '${tag}' }),
      },
      [history({ interval: '1h', statistics: ['n'], legend: '{{name}}', ...OF_TAG })],
      { legend: { showLegend: false } }
    )
  );
}
