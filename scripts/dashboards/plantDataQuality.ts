import { dashboard, type DashboardFile, type Writer } from './dashboard.ts';
import { agoColumn, type Panel, table } from './panels.ts';
import { latest, OF_SITES } from './queries.ts';
import { deviceCounts, devicesByContact, readingsPerHour, tagCounts } from './sharedPanels.ts';
import { deviceVariable, listVariable, siteVariable, tagsVariable } from './variables.ts';

/** Silent tags, late readings and gaps. */
export function plantDataQuality(writer: Writer): DashboardFile {
  const { say } = writer;
  return dashboard(writer, {
    name: 'plant-data-quality',
    title: say('Data quality', 'Calidad de los datos'),
    description: say(
      'Tags whose readings are late or missing, devices without contact, and gaps in the readings of a device.',
      'Tags cuyas lecturas se retrasan o faltan, dispositivos sin contacto y huecos en las lecturas de un dispositivo.'
    ),
    from: 'now-24h',
    refresh: '1m',
    variables: [
      siteVariable(say),
      deviceVariable(say),
      tagsVariable(),
      listVariable('lateAfter', say('Late after', 'Con retraso tras'), ['1h', '15m', '5m', '6h']),
      listVariable('silentAfter', say('Silent after', 'En silencio tras'), ['1d', '6h', '1h', '7d']),
    ],
    rows: [
      {
        height: 4,
        panels: [
          [
            8,
            tagCounts(writer, say('Late tags', 'Tags con retraso'), {
              staleAfter: '$lateAfter',
              names: { fresh: say('On time', 'A tiempo'), stale: say('Late', 'Con retraso') },
            }),
          ],
          [
            8,
            tagCounts(writer, say('Silent tags', 'Tags en silencio'), {
              staleAfter: '$silentAfter',
              names: { fresh: say('Reporting', 'Con lecturas'), stale: say('Silent', 'En silencio') },
            }),
          ],
          [8, deviceCounts(writer)],
        ],
      },
      {
        height: 11,
        panels: [
          [15, tagsByAge(writer)],
          [9, devicesByContact(writer)],
        ],
      },
      { section: say('Gaps: readings per hour of ${device:text}', 'Huecos: lecturas por hora de ${device:text}') },
      { height: 6, panels: [[24, readingsPerHour(writer)]] },
    ],
  });
}

function tagsByAge({ say, to }: Writer): Panel {
  const device = '${__data.fields.deviceCode}';
  return table(
    {
      title: say('Tags by age', 'Tags por antigüedad'),
      description: say(
        'The latest reading of every tag: first the tags that never had one, then the oldest. A tag that reports only changes can be old and correct.',
        'La última lectura de cada tag: primero los tags que nunca han tenido ninguna, después la más antigua. Un tag que solo envía cambios puede ser antiguo y correcto.'
      ),
      link: to('plant-overview', say('Plant overview', 'Visión general')),
    },
    latest({ format: 'table', staleAfter: '$lateAfter', ...OF_SITES }),
    {
      columns: {
        device: { minWidth: 120, link: to('plant-device', say('Show device', 'Ver el dispositivo'), { device }) },
        name: {
          minWidth: 120,
          link: to('plant-tag', say('Show tag', 'Ver el tag'), { device, tag: '${__data.fields.tag}' }),
        },
        value: { width: 90 },
        unit: { width: 70 },
        time: agoColumn(say('Last reading', 'Última lectura'), say('Never', 'Nunca')),
        freshness: { width: 105, title: say('State', 'Estado') },
      },
      hidden: ['age', 'site', 'area', 'deviceCode', 'tag'],
      sortBy: 'time',
    }
  );
}
