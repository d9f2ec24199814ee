import type { App, Services } from '../services.ts';

const READY_TIMEOUT_MS = 2000;

/** For whoever keeps the server running: is the process alive, and can it answer? */
export function healthRoutes(app: App, { db }: Services): void {
  app.get('/health/live', async () => ({ estado: 'vivo' }));

  app.get('/health/ready', async (_request, reply) => {
    const isReady = await Promise.race([
      db.query('SELECT 1').then(
        () => true,
        () => false
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref()),
    ]);
    return reply.code(isReady ? 200 : 503).send({ estado: isReady ? 'listo' : 'sin base de datos' });
  });
}
