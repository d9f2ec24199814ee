import { dashboard, type DashboardFile, type Writer, writerIn } from './dashboard.ts';
import { table, TIME_COLUMN } from './panels.ts';
import { dataExports } from './queries.ts';

/** The exports of the API key. */
export function plantExports(writer: Writer): DashboardFile {
  const { say, to } = writerIn(writer.language, ['source']);
  const link = to('plant-overview', say('Plant overview', 'Visión general'));
  const columns = {
    state: { width: 115 },
    progress: { width: 160 },
    description: { minWidth: 220 },
    format: { width: 90 },
    created: TIME_COLUMN,
  };
  return dashboard(writer, {
    name: 'plant-exports',
    title: say('Exports', 'Exportaciones'),
    description: say(
      'The exports that were requested with the API key of the data source, with their progress and files.',
      'Las exportaciones solicitadas con la clave de API de la fuente de datos, con su progreso y sus archivos.'
    ),
    from: 'now-24h',
    refresh: '1m',
    variables: [],
    rows: [
      {
        height: 7,
        panels: [
          [
            24,
            table(
              {
                title: say('In progress', 'En curso'),
                description: say(
                  'Exports that wait or are being written. The panel follows their progress by itself.',
                  'Exportaciones en espera o en elaboración. El panel sigue su progreso por sí solo.'
                ),
                link,
              },
              dataExports({ states: ['pendiente', 'procesando'] }),
              { columns, hidden: ['type', 'rows', 'size', 'finished', 'expires', 'error', 'download', 'id'] }
            ),
          ],
        ],
      },
      {
        height: 14,
        panels: [
          [
            24,
            table(
              {
                title: say('Finished', 'Terminadas'),
                description: say(
                  'Exports with a file to download, failed ones with their error, and expired ones.',
                  'Exportaciones con un archivo para descargar, las fallidas con su error y las vencidas.'
                ),
                link,
              },
              dataExports({ states: ['lista', 'fallida', 'vencida'] }),
              {
                columns: {
                  ...columns,
                  rows: { width: 100 },
                  size: { width: 95 },
                  finished: TIME_COLUMN,
                  error: { minWidth: 150 },
                  download: { width: 110 },
                },
                hidden: ['type', 'progress', 'expires', 'created', 'id'],
              }
            ),
          ],
        ],
      },
    ],
  });
}
