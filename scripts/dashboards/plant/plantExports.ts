import { EXPORT_STATE_WORDS } from '../../../src/core/serverWords.ts';
import { createContext, dashboard, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { table, TIME_COLUMN } from '../panels.ts';
import { dataExports } from '../queries.ts';

const { pending, processing, ready, failed, expired } = EXPORT_STATE_WORDS;

/** The exports of the API key. */
export function plantExports(language: Language): DashboardFile {
  const context = createContext('plant-exports', language);
  const { t, linkTo } = context;
  const link = linkTo('plant-overview', t('link.overview'));
  const columns = {
    state: { width: 115 },
    progress: { width: 160 },
    description: { minWidth: 150, wraps: true },
    format: { width: 90 },
    created: TIME_COLUMN,
  };
  return dashboard(context, {
    title: t('exports.title'),
    description: t('exports.description'),
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
                title: t('exports.running.title'),
                description: t('exports.running.description'),
                link,
              },
              dataExports({ states: [...pending, ...processing] }),
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
                title: t('exports.finished.title'),
                description: t('exports.finished.description'),
                link,
              },
              dataExports({ states: [...ready, ...failed, ...expired] }),
              {
                columns: {
                  ...columns,
                  rows: { width: 100 },
                  size: { width: 95 },
                  finished: TIME_COLUMN,
                  error: { minWidth: 150, wraps: true },
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
