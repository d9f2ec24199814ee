import type { Registry } from 'prom-client';
import Type from 'typebox';
import { NoParameters } from '../schemas/parameters.ts';
import type { App } from '../http/appType.ts';

/** Who may read the metrics: everyone, operators' keys, or nobody. */
export const METRICS_ACCESS = ['open', 'operator', 'off'] as const;
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

/** Metrics for Prometheus. */
export function metricsRoute(app: App, registry: Registry): void {
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metricas',
        tags: ['servicio'],
        summary: 'Métricas para Prometheus',
        description:
          'En el formato de texto de Prometheus. Según la configuración, con una clave de operador o sin clave.',
        produces: ['text/plain'],
        querystring: NoParameters,
        response: { 200: Type.String({ description: 'Las métricas.' }) },
      },
    },
    async (_request, reply) => {
      const text = await registry.metrics();
      return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
    }
  );
}
