import { setImmediate as nextTask } from 'node:timers/promises';
import { OPERATIONS } from '../../src/core/api/operations.ts';
import type { ApiRequest, ApiResponse, Transport } from '../../src/core/api/transport.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../plugin/plant.ts';

const SECOND_MS = 1000;
const SAMPLING_MS = 10 * SECOND_MS;
/** Some readings arrive this late, so that what was received before they arrived differs from what is true later. */
const LATE_BY_MS = 4 * MINUTE_MS;
const LATE_EVERY = 97;
/** No reading and no alert is older. */
const RETENTION_MS = 32 * DAY_MS;
const ALERT_EVERY_MS = 12 * HOUR_MS;
const EXPORT_EVERY_MS = 3 * HOUR_MS;
const EXPORT_TAKES_MS = 10 * MINUTE_MS;
const LISTED_EXPORTS = 50;
/** A busy server's errors; retries and their timers are part of a day. */
const FAULT_EVERY = 4999;

export const DEVICES = Array.from({ length: 16 }, (_, index) => `MAQ-${String(index + 1).padStart(2, '0')}`);
export const TAGS = ['presion', 'caudal', 'temperatura', 'nivel', 'potencia', 'velocidad'];

const BUCKET_MS: Readonly<Record<string, number>> = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS };

/** What the client sent. */
export type PlantTraffic = { requests: number; inFlight: number; maxInFlight: number };

/** A plant whose data is a function of the time, and its API. */
export type SimulatedPlant = {
  readonly transport: Transport;
  readonly traffic: PlantTraffic;
  /** While true, some requests fail the first time. */
  hasFaults: boolean;
};

/**
 * Readings every ten seconds, some of which arrive late; alerts that open, are acknowledged and end; devices that go offline;
 * exports that run for ten minutes. The plant is in a steady state: at any time it has as much of everything.
 */
export function createSimulatedPlant(nowEpochMs: () => number): SimulatedPlant {
  const traffic: PlantTraffic = { requests: 0, inFlight: 0, maxInFlight: 0 };
  const plant = { traffic, hasFaults: true, transport };

  async function transport(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    traffic.requests++;
    traffic.inFlight++;
    traffic.maxInFlight = Math.max(traffic.maxInFlight, traffic.inFlight);
    const isFault = plant.hasFaults && traffic.requests % FAULT_EVERY === 0;
    try {
      // Like a response over a network, a response never arrives in the same task.
      await nextTask();
      signal.throwIfAborted();
      return isFault ? fault(traffic.requests) : response(200, respond(request, nowEpochMs()));
    } finally {
      traffic.inFlight--;
    }
  }

  return plant;
}

function fault(number: number): ApiResponse {
  switch ((number / FAULT_EVERY) % 3) {
    case 0:
      throw new TypeError('Failed to fetch');
    case 1:
      return response(503, { title: 'Service unavailable' });
    default:
      return response(429, { title: 'Too many requests' }, '1');
  }
}

function response(status: number, body: unknown, retryAfter?: string): ApiResponse {
  return { status, body, header: (name) => (name === 'retry-after' ? retryAfter : undefined) };
}

/** @throws Error for a request that the plant does not have an answer to */
function respond({ path, params }: ApiRequest, nowEpochMs: number): unknown {
  switch (path) {
    case OPERATIONS.history.path:
      return history(params, nowEpochMs);
    case OPERATIONS.values.path:
      return { valores: latestValues(nowEpochMs), siguiente: null };
    case OPERATIONS.alerts.path:
      return { alertas: alerts(params, nowEpochMs), siguiente: null };
    case OPERATIONS.devices.path:
      return { dispositivos: devices(nowEpochMs), siguiente: null };
    case OPERATIONS.exports.path:
      return { exportaciones: exports(nowEpochMs) };
    default:
      throw new Error(`The simulated plant has no ${path}.`);
  }
}

type Params = ApiRequest['params'];

function history(params: Params, nowEpochMs: number): unknown {
  const { dispositivo = '', tag = '', desde = '', hasta = '', intervalo = '', limite, siguiente } = params;
  const series = DEVICES.indexOf(dispositivo) * TAGS.length + TAGS.indexOf(tag);
  const rowMs = BUCKET_MS[intervalo] ?? SAMPLING_MS;
  const fromEpochMs = Math.max(siguiente ? Number(siguiente) : Date.parse(desde), nowEpochMs - RETENTION_MS);
  const toEpochMs = Math.min(Date.parse(hasta), nowEpochMs + 1);
  const rows: unknown[] = [];
  let at = Math.ceil(fromEpochMs / rowMs) * rowMs;
  for (; at < toEpochMs && rows.length < Number(limite); at += rowMs) {
    const row = intervalo === 'crudo' ? reading(series, at, nowEpochMs) : bucket(series, at, rowMs, nowEpochMs);
    if (row !== undefined) {
      rows.push(row);
    }
  }
  return {
    ...{ dispositivo, tag, nombre: `${tag} ${dispositivo}`, unidad: 'bar', intervalo, desde, hasta, datos: rows },
    siguiente: at < toEpochMs ? String(at) : null,
  };
}

function reading(series: number, atEpochMs: number, nowEpochMs: number): unknown {
  return hasArrived(series, atEpochMs, nowEpochMs)
    ? { ts: iso(atEpochMs), valor: valueAt(series, atEpochMs) }
    : undefined;
}

function bucket(series: number, startEpochMs: number, lengthMs: number, nowEpochMs: number): unknown {
  const endEpochMs = Math.min(startEpochMs + lengthMs, nowEpochMs + 1);
  let n = 0;
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let at = startEpochMs; at < endEpochMs; at += SAMPLING_MS) {
    if (hasArrived(series, at, nowEpochMs)) {
      const value = valueAt(series, at);
      n++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  return n === 0 ? undefined : { ts: iso(startEpochMs), avg: sum / n, min, max, n };
}

function hasArrived(series: number, atEpochMs: number, nowEpochMs: number): boolean {
  const isLate = (atEpochMs / SAMPLING_MS + series) % LATE_EVERY === 0;
  return atEpochMs + (isLate ? LATE_BY_MS : 0) <= nowEpochMs;
}

/** Three decimals, as from a transmitter. */
function valueAt(series: number, atEpochMs: number): number {
  return 50 + series + (((atEpochMs / SAMPLING_MS) * 7919 + series * 104_729) % 1000) / 1000;
}

function latestValues(nowEpochMs: number): unknown[] {
  return DEVICES.flatMap((dispositivo, device) =>
    TAGS.map((tag, index) => {
      const series = device * TAGS.length + index;
      let at = Math.floor(nowEpochMs / SAMPLING_MS) * SAMPLING_MS;
      while (!hasArrived(series, at, nowEpochMs)) {
        at -= SAMPLING_MS;
      }
      return {
        dispositivo,
        tag,
        nombre: `${tag} ${dispositivo}`,
        unidad: 'bar',
        valor: valueAt(series, at),
        ts: iso(at),
      };
    })
  );
}

/** Every device opens an alert every twelve hours; they last from 20 minutes to 5 hours. */
function alerts({ desde = '', hasta = '', estado }: Params, nowEpochMs: number): unknown[] {
  const toEpochMs = Math.min(Date.parse(hasta), nowEpochMs + 1);
  const fromEpochMs = Math.max(Date.parse(desde), nowEpochMs - RETENTION_MS);
  // No alert lasts so long that an older one is still open.
  const firstEpochMs = estado === 'abiertas' ? Math.max(fromEpochMs, nowEpochMs - DAY_MS) : fromEpochMs;
  return DEVICES.flatMap((device, index) => {
    const offsetMs = index * 11 * MINUTE_MS;
    const ofDevice: unknown[] = [];
    for (let k = Math.ceil((firstEpochMs - offsetMs) / ALERT_EVERY_MS); ; k++) {
      const openedEpochMs = k * ALERT_EVERY_MS + offsetMs;
      if (openedEpochMs >= toEpochMs) {
        return ofDevice;
      }
      const endEpochMs = openedEpochMs + (20 + ((k * 37 + index * 53) % 280)) * MINUTE_MS;
      if (estado !== 'abiertas' || endEpochMs > nowEpochMs) {
        ofDevice.push(alert(device, k, { openedEpochMs, endEpochMs, nowEpochMs }));
      }
    }
  });
}

interface AlertTimes {
  readonly openedEpochMs: number;
  readonly endEpochMs: number;
  readonly nowEpochMs: number;
}

function alert(device: string, k: number, { openedEpochMs, endEpochMs, nowEpochMs }: AlertTimes): unknown {
  const acknowledgedEpochMs = openedEpochMs + 10 * MINUTE_MS;
  const hasEnded = endEpochMs <= nowEpochMs;
  const isAcknowledged = acknowledgedEpochMs <= nowEpochMs;
  return {
    id: `${device}-${k}`,
    regla: `Regla ${k % 5}`,
    dispositivo: device,
    tag: TAGS[k % TAGS.length],
    severidad: ['critica', 'alta', 'media', 'baja'][k % 4],
    estado: hasEnded ? 'cerrada' : isAcknowledged ? 'reconocida' : 'abierta',
    inicio: iso(openedEpochMs),
    abiertaEn: iso(openedEpochMs),
    reconocidaEn: isAcknowledged ? iso(acknowledgedEpochMs) : null,
    fin: hasEnded ? iso(endEpochMs) : null,
    valorInicio: 60 + (k % 7),
    valorPico: 70 + (k % 11),
  };
}

/** A device is offline for one minute in twenty. */
function devices(nowEpochMs: number): unknown[] {
  const minute = Math.floor(nowEpochMs / MINUTE_MS);
  return DEVICES.map((codigo, index) => {
    const isOffline = (minute + index) % 20 === 0;
    return {
      codigo,
      nombre: `Máquina ${codigo}`,
      tipo: index % 2 === 0 ? 'compresor' : 'bomba',
      sede: index < 8 ? 'norte' : 'sur',
      area: `linea-${index % 4}`,
      conexion: isOffline ? 'offline' : 'online',
      ultimoContacto: iso(isOffline ? minute * MINUTE_MS : nowEpochMs),
      tags: TAGS.map((clave) => ({ clave, nombre: clave, unidad: 'bar', tipo: 'medida' })),
    };
  });
}

function exports(nowEpochMs: number): unknown[] {
  const newest = Math.floor(nowEpochMs / EXPORT_EVERY_MS);
  return Array.from({ length: LISTED_EXPORTS }, (_, index) => {
    const createdEpochMs = (newest - index) * EXPORT_EVERY_MS;
    const share = Math.min(1, (nowEpochMs - createdEpochMs) / EXPORT_TAKES_MS);
    const isReady = share === 1;
    return {
      id: `exp-${newest - index}`,
      tipo: 'lecturas',
      descripcion: 'Lecturas del turno',
      formato: 'csv',
      estado: isReady ? 'lista' : share < 0.1 ? 'pendiente' : 'procesando',
      progreso: Math.floor(share * 100),
      filas: isReady ? 100_000 : null,
      tamano: isReady ? 4_000_000 : null,
      error: null,
      creadoEn: iso(createdEpochMs),
      terminadoEn: isReady ? iso(createdEpochMs + EXPORT_TAKES_MS) : null,
      venceEn: iso(createdEpochMs + 30 * DAY_MS),
      descarga: isReady ? `https://files.example/exp-${newest - index}.csv` : null,
    };
  });
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
