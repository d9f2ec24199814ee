import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { chart, type Panel, stat, table } from './panels.ts';
import { history, latest, OF_TAG } from './queries.ts';
import { devicesVariable, listVariable, siteVariable, tagOfSitesVariable } from './variables.ts';

/** One tag of several devices, and of several shifts. */
export function plantCompare(writer: Writer): DashboardFile {
  const { say, to } = writer;
  const link = to('plant-tag', say('Show tag', 'Ver el tag'), { tag: '${tag}' });
  const toTag = to('plant-tag', say('Show tag', 'Ver el tag'), {
    device: '${__field.labels.device}',
    tag: '${__field.labels.tag}',
  });
  const legend = '{{device}}';
  const statistic = (name: 'min' | 'avg' | 'max', title: string, description: string) =>
    stat({ title, description, link }, [history({ interval: 'range', statistics: [name], legend, ...OF_TAG })], {
      unknown: say('Values unknown', 'Valores desconocidos'),
      valueLink: toTag,
      isList: true,
    });
  return dashboard(writer, {
    name: 'plant-compare',
    title: say('Compare', 'Comparar'),
    description: say(
      'One tag across devices, across shifts, and with an earlier time.',
      'Un tag entre dispositivos, entre turnos y con un momento anterior.'
    ),
    from: 'now-24h',
    refresh: '1m',
    variables: [
      siteVariable(say),
      tagOfSitesVariable(),
      devicesVariable(say),
      listVariable('shiftStart', say('Shifts from', 'Turnos desde'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', say('Length', 'Duración'), ['8h', '12h', '6h']),
    ],
    rows: [
      { height: 8, panels: [[24, latestTable(writer)]] },
      {
        height: 11,
        panels: [
          [
            24,
            chart(
              {
                title: say('${tag:text} across devices', '${tag:text} entre dispositivos'),
                description: say(
                  'Average per step of each device, and the band from its lowest to its highest reading.',
                  'Media por paso de cada dispositivo, y la banda entre su lectura más baja y la más alta.'
                ),
                link,
              },
              [history({ legend, ...OF_TAG })]
            ),
          ],
        ],
      },
      {
        height: 7,
        panels: [
          [
            8,
            statistic(
              'min',
              say('Minimum of ${tag:text}', 'Mínimo de ${tag:text}'),
              say(
                'The lowest reading of each device in the time range.',
                'La lectura más baja de cada dispositivo en el intervalo.'
              )
            ),
          ],
          [
            8,
            statistic(
              'avg',
              say('Mean of ${tag:text}', 'Media de ${tag:text}'),
              say(
                'The mean of all readings of each device in the time range.',
                'La media de todas las lecturas de cada dispositivo en el intervalo.'
              )
            ),
          ],
          [
            8,
            statistic(
              'max',
              say('Maximum of ${tag:text}', 'Máximo de ${tag:text}'),
              say(
                'The highest reading of each device in the time range.',
                'La lectura más alta de cada dispositivo en el intervalo.'
              )
            ),
          ],
        ],
      },
      {
        height: 10,
        panels: [
          [
            12,
            chart(
              {
                title: say('${tag:text} across shifts', '${tag:text} entre turnos'),
                description: say(
                  'Average of each shift and the band from its lowest to its highest reading, last 7 days. Shifts begin at the selected time of day in the time zone of the dashboard.',
                  'Media de cada turno y la banda entre su lectura más baja y la más alta, últimos 7 días. Los turnos empiezan a la hora elegida en la zona horaria del panel.'
                ),
                link,
              },
              [
                history({
                  interval: '$shiftLength',
                  offset: '$shiftStart',
                  legend,
                  ...OF_TAG,
                }),
              ],
              {
                custom: { lineInterpolation: 'stepAfter', lineWidth: 2, showPoints: 'never' },
                more: { timeFrom: '7d' },
              }
            ),
          ],
          [
            12,
            chart(
              {
                title: say('${tag:text}, one day earlier', '${tag:text}, un día antes'),
                description: say(
                  'Average per step and the band from its lowest to its highest reading, now and at the same time one day earlier: dashed, in the color of the device.',
                  'Media por paso y la banda entre su lectura más baja y la más alta, ahora y a la misma hora un día antes: discontinua, con el color del dispositivo.'
                ),
                link,
              },
              [history({ legend, ...OF_TAG }), history({ refId: 'B', shift: '1d', legend, ...OF_TAG })],
              { overrides: [NOT_IN_LEGEND] }
            ),
          ],
        ],
      },
    ],
  });
}

/** The earlier lines have the colors of the others; twice as many entries would leave no room for the chart on a phone. */
const NOT_IN_LEGEND = {
  matcher: { id: 'byFrameRefID', options: 'B' },
  properties: [{ id: 'custom.hideFrom', value: { legend: true, tooltip: false, viz: false } }],
};

function latestTable({ say, to }: Writer): Panel {
  const device = '${__data.fields.deviceCode}';
  return table(
    {
      title: say('Latest values of ${tag:text}', 'Últimos valores de ${tag:text}'),
      description: say(
        'The latest reading of the tag on each device and how old it is, whatever the time range. A value is stale if it is older than an hour.',
        'La última lectura del tag en cada dispositivo y su antigüedad, sea cual sea el intervalo de tiempo. Un valor es antiguo si tiene más de una hora.'
      ),
      link: to('plant-tag', say('Show tag', 'Ver el tag'), { tag: '${tag}' }),
    },
    latest({ format: 'table', staleAfter: '1h', ...OF_TAG }),
    {
      columns: {
        device: {
          minWidth: 125,
          link: to('plant-tag', say('Show tag', 'Ver el tag'), { device, tag: '${__data.fields.tag}' }),
        },
        value: { width: 80 },
        age: { width: 65, title: say('Age', 'Hace') },
        freshness: { width: 80, title: say('State', 'Estado') },
        unit: { width: 50 },
        site: { minWidth: 110 },
      },
      hidden: ['name', 'time', 'area', 'deviceCode', 'tag'],
    }
  );
}
