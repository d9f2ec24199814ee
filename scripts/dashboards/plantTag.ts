import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { chart, histogram, type Panel, stat } from './panels.ts';
import { alertRegions, history, latest, OF_TAG } from './queries.ts';
import { deviceVariable, listVariable, siteVariable, tagVariable } from './variables.ts';

/** Steps this short show nearly every reading. */
const DISTRIBUTION_POINTS = 10_000;

/** A tag at any zoom level. */
export function plantTag(writer: Writer): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name: 'plant-tag',
    title: 'Tag',
    description: say(
      'One tag at any zoom level: its trend with alerts, its statistics, the week before, shifts and distribution.',
      'Un tag con cualquier zoom: su tendencia con alertas, sus estadísticas, la semana anterior, los turnos y la distribución.'
    ),
    from: 'now-24h',
    refresh: '30s',
    variables: [
      siteVariable(say),
      deviceVariable(say),
      tagVariable(),
      listVariable('shiftStart', say('Shifts from', 'Turnos desde'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', say('Length', 'Duración'), ['8h', '12h', '6h']),
    ],
    rows: [
      {
        height: 4,
        panels: [
          [7, latestValue(writer)],
          ...statistics(writer).map((panel, index) => [[4, 4, 4, 5][index]!, panel] as const),
        ],
      },
      { height: 11, panels: [[24, trend(writer)]] },
      {
        height: 9,
        panels: [
          [12, weekEarlier(writer)],
          [12, perShift(writer)],
        ],
      },
      {
        height: 9,
        panels: [
          [12, distribution(writer)],
          [12, tagAlerts(writer)],
        ],
      },
    ],
  });
}

const toReadings = ({ say, to }: Writer) =>
  to('plant-data-quality', say('Data quality', 'Calidad de los datos'), { device: '${device}', tag: '${tag}' });
const toComparison = ({ say, to }: Writer) =>
  to('plant-compare', say('Compare devices', 'Comparar dispositivos'), { tag: '${tag}' });

function latestValue(writer: Writer): Panel {
  const { say } = writer;
  return stat(
    {
      title: say('Latest value', 'Último valor'),
      description: say(
        'The latest reading and how old it is, whatever the time range.',
        'La última lectura y su antigüedad, sea cual sea el intervalo de tiempo.'
      ),
      link: toReadings(writer),
    },
    [latest({ format: 'series', staleAfter: '1h', legend: '{{name}} · {{age}}', ...OF_TAG })],
    { unknown: say('Value unknown', 'Valor desconocido') }
  );
}

/** The statistics of the time range as a whole. */
function statistics(writer: Writer): readonly Panel[] {
  const { say } = writer;
  const link = toReadings(writer);
  const options = [
    [say('Min', 'Mín.'), say('The lowest reading in the time range.', 'La lectura más baja del intervalo.'), 'min'],
    [
      say('Mean', 'Media'),
      say(
        'The mean of all readings in the time range, each of which counts the same.',
        'La media de todas las lecturas del intervalo; todas cuentan lo mismo.'
      ),
      'avg',
    ],
    [say('Max', 'Máx.'), say('The highest reading in the time range.', 'La lectura más alta del intervalo.'), 'max'],
    [
      say('Readings', 'Lecturas'),
      say('How many readings the time range has.', 'Cuántas lecturas hay en el intervalo.'),
      'n',
    ],
  ] as const;
  return options.map(([title, description, statistic]) =>
    stat(
      { title, description, link },
      [history({ interval: 'range', statistics: [statistic], legend: '{{name}}', ...OF_TAG })],
      { unknown: say('No value', 'Sin valor'), showsNames: false }
    )
  );
}

function trend(writer: Writer): Panel {
  const { say } = writer;
  return chart(
    {
      title: '${tag:text} · ${device:text}',
      description: say(
        'Average per step, and the band from its lowest to its highest reading. Alerts are shaded in the color of their severity. Drag to zoom in; click a point for its readings.',
        'Media por paso, y la banda entre su lectura más baja y la más alta. Las alertas se sombrean con el color de su severidad. Arrastre para ampliar; pulse un punto para ver sus lecturas.'
      ),
      link: toComparison(writer),
    },
    [history({ legend: '{{name}}', ...OF_TAG }), alertRegions(OF_TAG)]
  );
}

function weekEarlier(writer: Writer): Panel {
  const { say } = writer;
  return chart(
    {
      title: say('Compared with one week earlier', 'Comparado con una semana antes'),
      description: say(
        'Average per step and the band from its lowest to its highest reading, now and at the same time one week earlier (dashed).',
        'Media por paso y la banda entre su lectura más baja y la más alta, ahora y a la misma hora una semana antes (discontinua).'
      ),
      link: toComparison(writer),
    },
    [history({ legend: '{{name}}', ...OF_TAG }), history({ refId: 'B', shift: '1w', legend: '{{name}}', ...OF_TAG })]
  );
}

function perShift(writer: Writer): Panel {
  const { say } = writer;
  return chart(
    {
      title: say('Per shift', 'Por turno'),
      description: say(
        'Average, lowest and highest reading of each shift. Shifts begin at the selected time of day in the time zone of the dashboard, also when the clocks change.',
        'Media, lectura más baja y más alta de cada turno. Los turnos empiezan a la hora elegida en la zona horaria del panel, también cuando cambia la hora.'
      ),
      link: toComparison(writer),
    },
    [history({ interval: '$shiftLength', offset: '$shiftStart', legend: '{{name}}', ...OF_TAG })],
    { custom: { lineInterpolation: 'stepAfter', lineWidth: 2, showPoints: 'never' }, more: { timeFrom: '7d' } }
  );
}

function distribution(writer: Writer): Panel {
  const { say } = writer;
  return histogram(
    {
      title: say('Distribution', 'Distribución'),
      description: say(
        'How often values occur: the readings of a short time range, averages of short steps of a longer one.',
        'Con qué frecuencia aparecen los valores: las lecturas de un intervalo corto; en uno más largo, medias de pasos cortos.'
      ),
      link: toReadings(writer),
    },
    [history({ statistics: ['avg'], legend: '{{name}}', ...OF_TAG })],
    { maxDataPoints: DISTRIBUTION_POINTS }
  );
}

function tagAlerts({ say, to }: Writer): Panel {
  return alertsTable(
    {
      title: say('Alerts', 'Alertas'),
      description: say(
        'Alerts of the tag that were active in the time range, newest first. The rule opens the trend around the alert.',
        'Alertas del tag activas en el intervalo de tiempo, primero las más recientes. La regla abre la tendencia en torno a la alerta.'
      ),
      link: to('plant-alerts', say('Alerts', 'Alertas'), { device: '${device}' }),
    },
    OF_TAG,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        startValue: { width: 115 },
        peakValue: { width: 100 },
      },
      unknown: alertsUnknown(say),
    }
  );
}
