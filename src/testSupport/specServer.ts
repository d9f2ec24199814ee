import { overlaps } from '../core/alerts/alert';
import type { ApiRequest, ApiResponse, Transport } from '../core/api/transport';
import type { TimeWindow } from '../core/time/window';
import { PLAIN_DECISIONS, type SpecDecisions } from './specDecisions';
import { type HistoryMemory, historyRows } from './specHistory';
import { ForeignCursor, pageOf } from './specPages';
import { wireAlert, wireDevice } from './specWire';
import type { SpecWorld } from './specWorld';

/** A server of the specification in memory. */
export interface SpecServer {
  readonly transport: Transport;
  /** Every request that arrived, in order. */
  readonly requests: ApiRequest[];
  /** How many requests are being answered, hanging ones included, and how many were given up by the client. */
  readonly traffic: { underWay: number; mostUnderWay: number; aborted: number };
}

/** A request that the specification does not allow: answered with 400, and a test that sees it should fail. */
class BadRequest extends Error {}

/**
 * Serves a world by the specification's letter, and by `decisions` where it is silent. Requests outside the
 * specification (an unknown parameter, a `limite` out of bounds, `desde` after `hasta`) are answered with 400.
 * @param world read on every request, so that a test can change it in between
 */
export function createSpecServer(
  world: SpecWorld | (() => SpecWorld),
  chosen: Partial<SpecDecisions> = {}
): SpecServer {
  const decisions = { ...PLAIN_DECISIONS, ...chosen };
  const requests: ApiRequest[] = [];
  const traffic = { underWay: 0, mostUnderWay: 0, aborted: 0 };
  const memory: HistoryMemory = new WeakMap();

  async function answer(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    requests.push(request);
    const number = requests.length;
    const disturbance = decisions.disturb(request, number);
    // An answer takes a turn of the loop at least, as it would from a network.
    await new Promise((resolve) => setTimeout(resolve, decisions.delayMs(number)));
    signal.throwIfAborted();
    switch (disturbance?.kind) {
      case 'connectionLost':
        throw new TypeError('Failed to fetch');
      case 'hang':
        return untilAborted(signal);
      case 'status':
        return response(disturbance.status, disturbance.body ?? '', disturbance.retryAfter);
      case 'body':
        return response(200, disturbance.body);
      case undefined:
        return respond(request, typeof world === 'function' ? world() : world, decisions, memory);
    }
  }

  return {
    requests,
    traffic,
    transport: async (request, signal) => {
      traffic.underWay++;
      traffic.mostUnderWay = Math.max(traffic.mostUnderWay, traffic.underWay);
      try {
        return await answer(request, signal);
      } finally {
        traffic.underWay--;
        traffic.aborted += signal.aborted ? 1 : 0;
      }
    },
  };
}

function respond(request: ApiRequest, world: SpecWorld, decisions: SpecDecisions, memory: HistoryMemory): ApiResponse {
  try {
    return response(200, ROUTES[request.path]?.(request, world, decisions, memory) ?? notFound());
  } catch (error) {
    if (error instanceof BadRequest || error instanceof ForeignCursor) {
      return response(400, { title: 'Bad request', detail: error.message });
    }
    if (error instanceof NotFound) {
      return response(404, { title: 'Not found' });
    }
    throw error;
  }
}

class NotFound extends Error {}

function notFound(): never {
  throw new NotFound();
}

type Route = (request: ApiRequest, world: SpecWorld, decisions: SpecDecisions, memory: HistoryMemory) => unknown;

const ROUTES: Readonly<Record<string, Route>> = {
  'v1/lecturas': (request, world, decisions, memory) => {
    allowOnly(request, ['dispositivo', 'tag', 'desde', 'hasta', 'intervalo', 'limite', 'siguiente']);
    const { dispositivo, tag, desde, hasta, intervalo = '1h' } = request.params;
    const series = world.series.find((candidate) => candidate.device === dispositivo && candidate.tag === tag);
    if (!['crudo', '1m', '1h', '1d'].includes(intervalo)) {
      throw new BadRequest(`intervalo: ${intervalo}`);
    }
    const window = windowOf(desde, hasta);
    const limit = limitOf(request, 5000, 1000);
    if (series === undefined) {
      return notFound();
    }
    const rows = historyRows(series.readings, intervalo, window, decisions, memory);
    const page = pageOf(rows, limit, request.params.siguiente, listKey(request), decisions);
    return {
      dispositivo,
      tag,
      nombre: series.name,
      unidad: series.unit,
      intervalo,
      desde,
      hasta,
      datos: page.items,
      ...next(page.next, decisions),
    };
  },
  'v1/alertas': (request, world, decisions) => {
    allowOnly(request, ['desde', 'hasta', 'estado', 'limite', 'siguiente']);
    const { desde, hasta, estado = 'todas', siguiente } = request.params;
    if (estado !== 'todas' && estado !== 'abiertas') {
      throw new BadRequest(`estado: ${estado}`);
    }
    const until = hasta ?? new Date().toISOString();
    const window = windowOf(desde ?? new Date(Date.parse(until) - 7 * 86_400_000).toISOString(), until);
    const selected = world.alerts.filter(
      (alert) =>
        (estado === 'todas' || alert.endEpochMs === undefined) &&
        (decisions.alertsBy === 'overlap'
          ? overlaps(alert, window)
          : alert.openedEpochMs >= window.fromEpochMs && alert.openedEpochMs < window.toEpochMs)
    );
    const limit = limitOf(request, 1000, 200);
    const items = selected.map((alert) => wireAlert(alert, decisions));
    const page = pageOf(items, limit, siguiente, listKey(request), decisions);
    return { alertas: page.items, ...next(page.next, decisions) };
  },
  'v1/dispositivos': (request, world, decisions) => {
    allowOnly(request, ['limite', 'siguiente']);
    const limit = limitOf(request, 2000, 500);
    const items = world.devices.map((device) => wireDevice(device, decisions));
    const page = pageOf(items, limit, request.params.siguiente, listKey(request), decisions);
    return { dispositivos: page.items, ...next(page.next, decisions) };
  },
  'v1/valores': (request) => {
    allowOnly(request, ['dispositivo', 'limite', 'siguiente']);
    limitOf(request, 5000, 2000);
    return { valores: [], siguiente: null };
  },
  'v1/exportaciones': (request) => {
    allowOnly(request, []);
    return { exportaciones: [] };
  },
};

function next(cursor: string | null, decisions: SpecDecisions): { siguiente?: string | null } {
  return cursor === null && decisions.end === 'absent' ? {} : { siguiente: cursor };
}

function windowOf(desde: string | undefined, hasta: string | undefined): TimeWindow {
  const window = { fromEpochMs: Date.parse(desde ?? ''), toEpochMs: hasta ? Date.parse(hasta) : Date.now() };
  if (!(window.fromEpochMs < window.toEpochMs)) {
    throw new BadRequest(`desde ${desde} is not before hasta ${hasta}`);
  }
  return window;
}

function limitOf({ params }: ApiRequest, max: number, otherwise: number): number {
  const limit = params.limite === undefined ? otherwise : Number(params.limite);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) {
    throw new BadRequest(`limite: ${params.limite}`);
  }
  return limit;
}

function allowOnly({ params }: ApiRequest, allowed: readonly string[]): void {
  for (const [name, value] of Object.entries(params)) {
    if (!allowed.includes(name) || value === '') {
      throw new BadRequest(`${name}: ${value}`);
    }
  }
}

/** A cursor is bound to the query it came from. */
function listKey({ params: { siguiente: _, ...query } }: ApiRequest): string {
  return JSON.stringify(query);
}

/** What arrives is JSON that was written and read again, as it would be over HTTP. */
function response(status: number, body: unknown, retryAfter?: string): ApiResponse {
  const received: unknown = typeof body === 'string' ? body : JSON.parse(JSON.stringify(body));
  return { status, body: received, header: (name) => (name === 'retry-after' ? retryAfter : undefined) };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
