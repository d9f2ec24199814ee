import { overlaps } from '../../core/alerts/alert';
import type { ApiRequest, ApiResponse, Transport } from '../../core/api/transport';
import type { LatestValue } from '../../core/latest/latestValue';
import { systemClock } from '../../core/time/clock';
import type { TimeWindow } from '../../core/time/window';
import { DEFAULT_BEHAVIOR, type ServerBehavior } from './serverBehavior';
import { type HistoryRowCache, historyRows } from './specHistory';
import { InvalidCursor, createPage } from './specPages';
import { wireAlert, wireDevice, wireExport, wireValue } from './specWire';
import type { SpecData } from './specData';

/** An in-memory server that implements the API specification. */
export interface SpecServer {
  readonly transport: Transport;
  /** All requests, in order of arrival. */
  readonly requests: ApiRequest[];
  /** `inFlight` includes requests that hang; `aborted` counts the requests that the client aborted. */
  readonly traffic: { inFlight: number; maxInFlight: number; aborted: number };
}

/** The specification does not allow the request. The response is a 400, which makes the test fail. */
class BadRequest extends Error {}

/**
 * Serves `data` as the specification requires, and as `overrides` say where the specification leaves a choice. A request
 * that violates the specification (an unknown parameter, a `limite` out of range, `desde` after `hasta`) gets a 400.
 * @param data if it is a function, it is called for every request, so that a test can change the data between requests
 */
export function createSpecServer(
  data: SpecData | (() => SpecData),
  overrides: Partial<ServerBehavior> = {}
): SpecServer {
  const behavior = { ...DEFAULT_BEHAVIOR, ...overrides };
  const requests: ApiRequest[] = [];
  const traffic = { inFlight: 0, maxInFlight: 0, aborted: 0 };
  const cache: HistoryRowCache = new WeakMap();

  async function handle(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    requests.push(request);
    const number = requests.length;
    const interception = behavior.intercept(request, number);
    // Like a response over a network, a response never arrives in the same turn of the event loop.
    await systemClock.sleep(behavior.delayMs(number), signal);
    switch (interception?.kind) {
      case 'connectionLost':
        throw new TypeError('Failed to fetch');
      case 'hang':
        return untilAborted(signal);
      case 'status':
        return response(interception.status, interception.body ?? '', interception.retryAfter);
      case 'body':
        return response(200, interception.body);
      case undefined:
        return respond(request, typeof data === 'function' ? data() : data, behavior, cache);
    }
  }

  return {
    requests,
    traffic,
    transport: async (request, signal) => {
      traffic.inFlight++;
      traffic.maxInFlight = Math.max(traffic.maxInFlight, traffic.inFlight);
      try {
        return await handle(request, signal);
      } finally {
        traffic.inFlight--;
        traffic.aborted += signal.aborted ? 1 : 0;
      }
    },
  };
}

function respond(request: ApiRequest, data: SpecData, behavior: ServerBehavior, cache: HistoryRowCache): ApiResponse {
  try {
    return response(200, findRoute(request.path)?.(request, data, behavior, cache) ?? notFound());
  } catch (error) {
    if (error instanceof BadRequest || error instanceof InvalidCursor) {
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

type Route = (request: ApiRequest, data: SpecData, behavior: ServerBehavior, cache: HistoryRowCache) => unknown;

const ROUTES: Readonly<Record<string, Route>> = {
  'v1/lecturas': (request, data, behavior, cache) => {
    allowOnlyParams(request, ['dispositivo', 'tag', 'desde', 'hasta', 'intervalo', 'limite', 'siguiente']);
    const { dispositivo, tag, desde, hasta, intervalo = '1h' } = request.params;
    const series = data.series.find((candidate) => candidate.device === dispositivo && candidate.tag === tag);
    if (!['crudo', '1m', '1h', '1d'].includes(intervalo)) {
      throw new BadRequest(`intervalo: ${intervalo}`);
    }
    const window = parseWindow(desde, hasta);
    const limit = readLimit(request, 5000, 1000);
    if (series === undefined) {
      return notFound();
    }
    const rows = historyRows(series.readings, intervalo, window, behavior, cache);
    const page = createPage(rows, limit, request.params.siguiente, listKey(request), behavior);
    return {
      dispositivo,
      tag,
      nombre: series.name,
      unidad: series.unit,
      intervalo,
      desde,
      hasta,
      datos: page.items,
      ...next(page.next, behavior),
    };
  },
  'v1/alertas': (request, data, behavior) => {
    allowOnlyParams(request, ['desde', 'hasta', 'estado', 'limite', 'siguiente']);
    const { desde, hasta, estado = 'todas', siguiente } = request.params;
    if (estado !== 'todas' && estado !== 'abiertas') {
      throw new BadRequest(`estado: ${estado}`);
    }
    const until = hasta ?? new Date().toISOString();
    const window = parseWindow(desde ?? new Date(Date.parse(until) - 7 * 86_400_000).toISOString(), until);
    const selected = data.alerts.filter(
      (alert) =>
        (estado === 'todas' || alert.endEpochMs === undefined) &&
        (behavior.selectsAlertsBy === 'overlap'
          ? overlaps(alert, window)
          : alert.openedEpochMs >= window.fromEpochMs && alert.openedEpochMs < window.toEpochMs)
    );
    const limit = readLimit(request, 1000, 200);
    const items = selected.map((alert) => wireAlert(alert, behavior));
    const page = createPage(items, limit, siguiente, listKey(request), behavior);
    return { alertas: page.items, ...next(page.next, behavior) };
  },
  'v1/dispositivos': (request, data, behavior) => {
    allowOnlyParams(request, ['limite', 'siguiente']);
    const limit = readLimit(request, 2000, 500);
    const items = data.devices.map((device) => wireDevice(device, behavior));
    const page = createPage(items, limit, request.params.siguiente, listKey(request), behavior);
    return { dispositivos: page.items, ...next(page.next, behavior) };
  },
  'v1/valores': (request, data, behavior) => {
    allowOnlyParams(request, ['dispositivo', 'limite', 'siguiente']);
    const limit = readLimit(request, 5000, 2000);
    const { dispositivo, siguiente } = request.params;
    const selected = latestValues(data).filter(({ device }) => dispositivo === undefined || device === dispositivo);
    const items = selected.map((value) => wireValue(value, behavior));
    const page = createPage(items, limit, siguiente, listKey(request), behavior);
    return { valores: page.items, ...next(page.next, behavior) };
  },
  'v1/exportaciones': (request, data, behavior) => {
    allowOnlyParams(request, []);
    return { exportaciones: data.exports.slice(0, MAX_EXPORTS).map((item) => wireExport(item, behavior)) };
  },
};

/** The given values, and the last reading of each series. */
function latestValues({ values, series }: SpecData): readonly LatestValue[] {
  const ofSeries = series.flatMap(({ device, tag, name, unit, readings }): LatestValue[] => {
    const last = readings.at(-1);
    return last === undefined ? [] : [{ device, tag, name, unit, value: last.value, timeEpochMs: last.atEpochMs }];
  });
  return [...values, ...ofSeries];
}

/** The list of exports holds only the last ones. */
const MAX_EXPORTS = 50;

function findRoute(path: string): Route | undefined {
  const id = /^v1\/exportaciones\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? ROUTES[path] : exportRoute(decodeURIComponent(id));
}

function exportRoute(id: string): Route {
  return (request, data, behavior) => {
    allowOnlyParams(request, []);
    const found = data.exports.find((item) => item.id === id);
    return found === undefined ? notFound() : wireExport(found, behavior);
  };
}

function next(cursor: string | null, behavior: ServerBehavior): { siguiente?: string | null } {
  return cursor === null && behavior.lastCursor === 'absent' ? {} : { siguiente: cursor };
}

function parseWindow(desde: string | undefined, hasta: string | undefined): TimeWindow {
  const window = { fromEpochMs: Date.parse(desde ?? ''), toEpochMs: hasta ? Date.parse(hasta) : Date.now() };
  if (!(window.fromEpochMs < window.toEpochMs)) {
    throw new BadRequest(`desde ${desde} is not before hasta ${hasta}`);
  }
  return window;
}

function readLimit({ params }: ApiRequest, max: number, defaultLimit: number): number {
  const limit = params.limite === undefined ? defaultLimit : Number(params.limite);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) {
    throw new BadRequest(`limite: ${params.limite}`);
  }
  return limit;
}

function allowOnlyParams({ params }: ApiRequest, allowed: readonly string[]): void {
  for (const [name, value] of Object.entries(params)) {
    if (!allowed.includes(name) || value === '') {
      throw new BadRequest(`${name}: ${value}`);
    }
  }
}

/** A cursor is valid only for the query that returned it. */
function listKey({ params: { siguiente: _, ...query } }: ApiRequest): string {
  return JSON.stringify(query);
}

/** Serializes and parses the body, as HTTP would. */
function response(status: number, body: unknown, retryAfter?: string): ApiResponse {
  const received: unknown = typeof body === 'string' ? body : JSON.parse(JSON.stringify(body));
  return { status, body: received, header: (name) => (name === 'retry-after' ? retryAfter : undefined) };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
