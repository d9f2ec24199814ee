import { createHash } from 'node:crypto';
import { apiKeyOf } from '../http/authentication.ts';
import { BufferPool } from '../http/body/bufferPool.ts';
import { Problem } from '../http/problems/problem.ts';
import { walkRange } from '../http/parameters/rangeWalk.ts';
import { timed } from '../http/requestTimes.ts';
import { whenClosed } from '../http/whenClosed.ts';
import { ReadingPage, ReadingsQuery, type INTERVALS } from '../schemas/readings.ts';
import { toDateTime } from '../schemas/values.ts';
import { readHistoryPage } from '../store/readings/pages/historyPage.ts';
import { TagCache } from '../store/inventory/tagCache.ts';
import type { Level } from '../store/readings/levels.ts';
import { closeRows, type RowLayout } from '../store/readings/pages/rowText.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';

const LEVEL_OF: Record<(typeof INTERVALS)[number], Level> = { crudo: 'raw', '1m': '1m', '1h': '1h', '1d': '1d' };

const READING: RowLayout = { before: '{"ts":"', labels: ['","valor":'], after: '},' };
const BUCKET: RowLayout = { before: '{"ts":"', labels: ['","avg":', ',"min":', ',"max":', ',"n":'], after: '},' };

/** Room for the text after the rows, mainly a cursor of some hundred characters. */
const TAIL_BYTES = 500;

/** Returns the history of a tag. */
export function readingsRoute(app: App, { db, cursors, now, startStopwatch }: Services): void {
  const tags = new TagCache(startStopwatch);
  const buffers = new BufferPool();
  app.get(
    '/lecturas',
    {
      config: {
        permission: 'lecturas:leer',
        problems: ['rango_invalido', 'cursor_invalido', 'dispositivo_no_encontrado', 'tag_no_encontrado'],
      },
      schema: {
        operationId: 'lecturas',
        tags: ['telemetria'],
        summary: 'Historia de un tag',
        description:
          'Lecturas, o agregados de un minuto, una hora o un día, de `desde` inclusive a `hasta` exclusive. Un segmento está en el rango cuando su inicio lo está.',
        querystring: ReadingsQuery,
        response: { 200: ReadingPage },
      },
    },
    async (request, reply) => {
      const { dispositivo, tag, intervalo, limite } = request.query;
      const measured = timed(db, request);
      const walk = walkRange(cursors, ['lecturas', dispositivo, tag, intervalo], request.query, now(), 0);
      const found = await tags.find(measured, apiKeyOf(request).siteIds, dispositivo, tag);
      if (found === 'no device') {
        throw new Problem('dispositivo_no_encontrado', `No hay ningún dispositivo "${dispositivo}".`, {
          parameter: 'dispositivo',
        });
      }
      if (found === 'no tag') {
        throw new Problem('tag_no_encontrado', `El dispositivo "${dispositivo}" no tiene ningún tag "${tag}".`, {
          parameter: 'tag',
        });
      }
      const level = LEVEL_OF[intervalo];
      const fromMs = walk.after === undefined ? walk.fromMs : walk.after.ms + 1;
      const head = {
        dispositivo,
        tag,
        nombre: found.name,
        unidad: found.unit,
        intervalo,
        desde: toDateTime(walk.fromMs),
        hasta: toDateTime(walk.toMs),
      };
      const lead = `${JSON.stringify(head).slice(0, -1)},"datos":[`;
      // Hashing the source columns takes a third of the time of hashing the rows.
      const hash = createHash('sha1');
      const page = await readHistoryPage(
        measured,
        { tagId: found.id, level, fromMs, toMs: walk.toMs, limit: limite },
        { ...(level === 'raw' ? READING : BUCKET), lead, room: TAIL_BYTES },
        { allocate: (bytes) => buffers.acquire(bytes), hash }
      );
      request.rowsSent = page.count;
      const tail = `],"siguiente":${JSON.stringify(page.hasMore ? walk.next(page.lastMs) : null)}}`;
      const body = closeRows(page, tail);
      whenClosed(reply, () => buffers.release(body));
      // The rows are already JSON text (store/readings/pages/rowText.ts), which is not of the schema's type. Tests validate it against the schema.
      return reply
        .type('application/json; charset=utf-8')
        .header('etag', `W/"${hash.update(`${lead}${fromMs}${tail}`).digest('base64url')}"`)
        .send(body as never);
    }
  );
}
