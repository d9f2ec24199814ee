import type { FastifyRequest } from 'fastify';
import { apiKeyOf } from '../http/authentication.ts';
import { Problem } from '../http/problems/problem.ts';
import { timed } from '../http/requestTimes.ts';
import { requestedOrigin } from '../http/requestedHost.ts';
import { Export, ExportList, ExportPath } from '../schemas/exports.ts';
import { NoParameters } from '../schemas/parameters.ts';
import { toDateTime, toNullableDateTime } from '../schemas/values.ts';
import { findExport, listExports, type ExportJob, type ExportState } from '../store/exports/exports.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';

const MAX_LISTED = 50;

const STATE: Record<ExportState, 'pendiente' | 'procesando' | 'lista' | 'fallida' | 'vencida'> = {
  pending: 'pendiente',
  processing: 'procesando',
  ready: 'lista',
  failed: 'fallida',
  expired: 'vencida',
};

/** The exports requested with a key: the most recent ones, or one by its id. */
export function exportsRoutes(app: App, services: Services): void {
  const { db, now } = services;
  const config = { permission: 'exportaciones:leer' } as const;

  app.get(
    '/exportaciones',
    {
      config,
      schema: {
        operationId: 'exportaciones',
        tags: ['exportaciones'],
        summary: 'Exportaciones pedidas con esta clave',
        description: 'Las últimas 50.',
        querystring: NoParameters,
        response: { 200: ExportList },
      },
    },
    async (request) => {
      const jobs = await listExports(timed(db, request), apiKeyOf(request).id, MAX_LISTED);
      request.rowsSent = jobs.length;
      return { exportaciones: jobs.map((job) => toExport(job, request, services)) };
    }
  );

  app.get(
    '/exportaciones/:id',
    {
      config: { ...config, problems: ['exportacion_no_encontrada'] },
      schema: {
        operationId: 'exportacion',
        tags: ['exportaciones'],
        summary: 'Una exportación',
        description: 'Su estado, su progreso y, cuando está lista, su enlace de descarga.',
        params: ExportPath,
        querystring: NoParameters,
        response: { 200: Export },
      },
    },
    async (request) => {
      const job = await findExport(timed(db, request), request.params.id);
      if (job === undefined || job.keyId !== apiKeyOf(request).id) {
        throw new Problem('exportacion_no_encontrada', 'No hay ninguna exportación con ese id.', { parameter: 'id' });
      }
      return toExport(job, request, services);
    }
  );

  function toExport(job: ExportJob, request: FastifyRequest, { downloads, publicUrl }: Services) {
    // An export may have expired before the cleanup marks it as expired.
    const isExpired = job.state === 'ready' && job.expiresMs !== null && job.expiresMs <= now();
    const state = isExpired ? 'expired' : job.state;
    return {
      id: job.id,
      tipo: 'lecturas' as const,
      descripcion: job.description,
      formato: job.format,
      estado: STATE[state],
      progreso: job.progress,
      filas: job.rows,
      tamano: job.sizeBytes,
      error: job.error,
      creadoEn: toDateTime(job.createdMs),
      terminadoEn: toNullableDateTime(job.finishedMs),
      venceEn: toNullableDateTime(job.expiresMs),
      descarga:
        state === 'ready' && job.expiresMs !== null
          ? downloads.link(publicUrl ?? requestedOrigin(request), job.id, job.expiresMs, now())
          : null,
    };
  }
}
