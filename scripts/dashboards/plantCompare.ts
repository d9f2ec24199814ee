import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { chart, stat } from './panels.ts';
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
  const dashed = {
    matcher: { id: 'byFrameRefID', options: 'B' },
    properties: [{ id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 6] } }],
  };
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
      {
        height: 5,
        panels: [
          [
            24,
            stat(
              {
                title: say('Latest values of $tag', 'Últimos valores de $tag'),
                description: say(
                  'The latest reading of the tag on each device and how old it is.',
                  'La última lectura del tag en cada dispositivo y su antigüedad.'
                ),
                link,
              },
              [latest({ format: 'series', staleAfter: '1h', legend: '{{device}} ({{code}}) · {{age}}', ...OF_TAG })],
              { valueLink: toTag }
            ),
          ],
        ],
      },
      {
        height: 11,
        panels: [
          [
            24,
            chart(
              {
                title: say('${tag:text} across devices', '${tag:text} entre dispositivos'),
                description: say(
                  'Average per step of each device. Minimum, mean and maximum in the legend are those of the averages shown.',
                  'Media por paso de cada dispositivo. El mínimo, la media y el máximo de la leyenda son los de las medias que se ven.'
                ),
                link,
              },
              [history({ statistics: ['avg'], legend, ...OF_TAG })],
              { legend: { displayMode: 'table', calcs: ['min', 'mean', 'max', 'lastNotNull'] } }
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
                  'Average of each shift, last 7 days. Shifts begin at the selected time of day in the time zone of the dashboard.',
                  'Media de cada turno, últimos 7 días. Los turnos empiezan a la hora elegida en la zona horaria del panel.'
                ),
                link,
              },
              [
                history({
                  interval: '$shiftLength',
                  offset: '$shiftStart',
                  statistics: ['avg'],
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
                  'Average per step, now and at the same time one day earlier (dashed).',
                  'Media por paso, ahora y a la misma hora un día antes (discontinua).'
                ),
                link,
              },
              [
                history({ statistics: ['avg'], legend, ...OF_TAG }),
                history({ refId: 'B', statistics: ['avg'], shift: '1d', legend, ...OF_TAG }),
              ],
              { overrides: [dashed] }
            ),
          ],
        ],
      },
    ],
  });
}
