import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import Type from 'typebox';
import { exportFile } from '../exports/exportFile.ts';
import { parseByteRange } from '../http/byteRange.ts';
import { Problem } from '../http/problem.ts';
import { Uuid } from '../schemas/parameters.ts';
import type { App, Services } from '../services.ts';
import { findExport, type ExportFormat } from '../store/exports.ts';

const CONTENT_TYPE: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The file of an export, by the signed link that the export gave. Parts of it can be asked for, so that a broken download can go on. */
export function downloadsRoute(app: App, { db, downloads, dataDir, now }: Services): void {
  app.get(
    '/descargas/:id',
    {
      config: { anyFormat: true },
      schema: {
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({
          vence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          firma: Type.String({ minLength: 1 }),
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { vence, firma } = request.query;
      if (!downloads.isGood(id, vence, firma, now())) {
        throw new Problem(
          'enlace_invalido',
          'El enlace no es válido o ya venció. Pida la exportación otra vez para obtener uno nuevo.'
        );
      }
      const job = await findExport(db, id);
      const file = job?.state === 'ready' ? exportFile(dataDir, job.id, job.format) : undefined;
      const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
      if (job === undefined || file === undefined || found === undefined) {
        throw new Problem('archivo_no_encontrado', 'El archivo de la exportación ya no está.');
      }
      void reply
        .type(CONTENT_TYPE[job.format])
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="exportacion-${job.id}.${job.format}"`);

      const range = parseByteRange(request.headers.range, found.size);
      if (range === 'unsatisfiable') {
        return reply.code(416).header('content-range', `bytes */${found.size}`).send();
      }
      const { first, last } = range ?? { first: 0, last: found.size - 1 };
      if (range !== undefined) {
        void reply.code(206).header('content-range', `bytes ${first}-${last}/${found.size}`);
      }
      void reply.header('content-length', last - first + 1);
      return reply.send(found.size === 0 ? Buffer.alloc(0) : createReadStream(file, { start: first, end: last }));
    }
  );
}
