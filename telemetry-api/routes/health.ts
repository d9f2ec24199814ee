import Type from 'typebox';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';
import type { StartStopwatch, Stopwatch } from '../stopwatch.ts';
import { rejectUnready } from '../store/readiness.ts';

const READY_TIMEOUT_MS = 2000;
/** Health checks need no key, so many of them must not take the connections of those that have one. */
const MAX_AGE_MS = 1000;

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
export function healthRoutes(app: App, { db, startStopwatch }: Services, isStopping: () => boolean): void {
  const look = shareFor(MAX_AGE_MS, startStopwatch, () =>
    rejectUnready(db).then(
      () => true,
      () => false
    )
  );
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
      return (await orFalse(look()))
        ? { estado: 'listo' as const }
        : reply.code(503).send({ estado: 'sin base de datos' });
    }
  );
}

/** False if the answer takes too long. The look goes on, so that a server which is frozen has one connection, not one for each check. */
function orFalse(answer: Promise<boolean>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
  return Promise.race([answer, timeout]);
}

/** Does work at most once at a time, and not again before its result is so old. Whoever needs it meanwhile gets the same result. */
function shareFor<T>(maxAgeMs: number, startStopwatch: StartStopwatch, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly result: Promise<T>; readonly age: Stopwatch } | undefined;
  let isRunning = false;
  return () => {
    if (last === undefined || (!isRunning && last.age.elapsedMs() >= maxAgeMs)) {
      isRunning = true;
      // From before the work: its result may be that old when it ends.
      const age = startStopwatch();
      last = { age, result: work().finally(() => (isRunning = false)) };
    }
    return last.result;
  };
}
