import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { exportFile } from '../exports/exportFile.ts';
import { parseByteRange } from '../http/body/byteRange.ts';
import { Problem } from '../http/problems/problem.ts';
import { timed } from '../http/requestTimes.ts';
import { whenClosed } from '../http/whenClosed.ts';
import { uuid } from '../schemas/parameters.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';
import { findExport, type ExportFormat } from '../store/exports/exports.ts';
import { findKeyById, keyState, type ApiKey } from '../store/keys/keys.ts';

const CONTENT_TYPE: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  // The file itself is compressed. With a Content-Encoding, the client would decode it and byte ranges would be ambiguous.
  'csv.gz': 'application/gzip',
  'ndjson.gz': 'application/gzip',
};

/** Sends the file of an export by its signed link. Supports byte ranges, so that an interrupted download can be resumed. */
export function downloadsRoute(app: App, { db, downloads, dataDir, now }: Services): void {
  app.get(
    '/descargas/:id',
    {
      config: { problems: ['enlace_invalido', 'archivo_no_encontrado', 'rango_no_disponible'] },
      schema: {
        operationId: 'descarga',
        tags: ['exportaciones'],
        summary: 'El archivo de una exportación',
        description:
          'Por el enlace `descarga` de la exportación: su firma vale en lugar de la clave. Admite `Range`, para seguir una descarga interrumpida.',
        produces: ['text/csv', 'application/x-ndjson', 'application/gzip'],
        params: Type.Object({ id: uuid('Identificador de la exportación.') }),
        querystring: Type.Object({
          vence: Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Hasta cuándo vale el enlace.',
          }),
          firma: Type.String({ minLength: 1, description: 'La firma del enlace.' }),
        }),
        response: {
          200: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'El archivo.' }),
          206: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'La parte pedida por `Range`.' }),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { vence, firma } = request.query;
      const job = downloads.isValid(id, vence, firma, now())
        ? await findExport(timed(db, request), id)
        : 'invalid link';
      // The link stands for the key that requested the export, and ends with it.
      if (
        job === 'invalid link' ||
        (job !== undefined && !canDownload(await findKeyById(timed(db, request), job.keyId), now()))
      ) {
        throw new Problem(
          'enlace_invalido',
          'El enlace no es válido o ya venció, o su clave ya no puede leer exportaciones. Pida la exportación otra vez para obtener uno nuevo.'
        );
      }
      // Opened before its metadata is read, so that everything comes from one file even if it is deleted meanwhile.
      const file =
        job?.state === 'ready' ? await open(exportFile(dataDir, job.id, job.format)).catch(() => undefined) : undefined;
      if (job === undefined || file === undefined) {
        throw new Problem('archivo_no_encontrado', 'El archivo de la exportación ya no está.');
      }
      void reply
        .type(CONTENT_TYPE[job.format])
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="exportacion-${job.id}.${job.format}"`);
      const { range, 'if-range': ifRange } = request.headers;
      if (request.method === 'HEAD') {
        return sendHead(reply, file);
      }
      return sendFile(reply, file, range, ifRange);
    }
  );
}

function canDownload(key: ApiKey | undefined, nowMs: number): boolean {
  return key !== undefined && keyState(key, nowMs) === 'valid' && key.permissions.includes('exportaciones:leer');
}

async function describeFile(reply: FastifyReply, file: FileHandle) {
  const { size, mtimeNs } = await file.stat({ bigint: true });
  // An export is written once and its modification time has nanoseconds: equal tags mean equal bytes.
  const etag = `"${size.toString(36)}-${mtimeNs.toString(36)}"`;
  void reply.header('accept-ranges', 'bytes').header('etag', etag);
  return { sizeBytes: Number(size), etag };
}

/** Without this, Fastify would read the whole file to determine the length for HEAD. */
async function sendHead(reply: FastifyReply, file: FileHandle): Promise<FastifyReply> {
  const { sizeBytes } = await describeFile(reply, file);
  await file.close();
  return reply.header('content-length', sizeBytes).send(Readable.from([]));
}

/** Sends the file or the requested range, and closes the file. */
async function sendFile(
  reply: FastifyReply,
  file: FileHandle,
  rangeHeader: string | undefined,
  ifRange: string | readonly string[] | undefined
): Promise<FastifyReply> {
  const { sizeBytes, etag } = await describeFile(reply, file);
  // A range of a different file would be useless to the client. Only a strong ETag proves that the file is the same; a date does not.
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(rangeHeader, sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    await file.close();
    void reply.removeHeader('content-disposition').removeHeader('etag');
    throw new Problem('rango_no_disponible', `El archivo tiene ${sizeBytes} bytes; "Range" pide otros.`, {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  if (range !== undefined) {
    void reply.code(206).header('content-range', `bytes ${first}-${last}/${sizeBytes}`);
  }
  void reply.header('content-length', last - first + 1);
  if (sizeBytes === 0) {
    await file.close();
    return reply.send(Buffer.alloc(0));
  }
  const stream = file.createReadStream({ start: first, end: last });
  whenClosed(reply, () => stream.destroy());
  return reply.send(stream);
}
