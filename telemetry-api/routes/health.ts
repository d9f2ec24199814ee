import Type from 'typebox';
import type { App, Services } from '../services.ts';

const READY_TIMEOUT_MS = 2000;

const Live = Type.Object({ estado: Type.Enum(['vivo']) }, { description: 'El proceso responde.' });
const Ready = Type.Object({ estado: Type.Enum(['listo']) }, { description: 'Puede atender solicitudes.' });
const NotReady = Type.Object(
  { estado: Type.Enum(['sin base de datos', 'deteniéndose']) },
  { description: 'No puede atender solicitudes por ahora.' }
);

/**
 * Liveness and readiness for process supervisors and load balancers.
 * Both accept any query, since some of them add parameters, and are exempt from the limits.
 */
export function healthRoutes(app: App, { db }: Services, isStopping: () => boolean): void {
  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'vivo',
        tags: ['servicio'],
        summary: 'Si el proceso vive',
        response: { 200: Live },
      },
    },
    async () => ({ estado: 'vivo' as const })
  );

  app.get(
    '/health/ready',
    {
      schema: {
        operationId: 'listo',
        tags: ['servicio'],
        summary: 'Si puede atender solicitudes',
        response: { 200: Ready, 503: NotReady },
      },
    },
    async (_request, reply) => {
      if (isStopping()) {
        return reply.code(503).send({ estado: 'deteniéndose' });
      }
      const isReady = await Promise.race([
        db.query('SELECT 1').then(
          () => true,
          () => false
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref()),
      ]);
      return isReady ? { estado: 'listo' as const } : reply.code(503).send({ estado: 'sin base de datos' });
    }
  );
}
