import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS, near } from '../testSupport/fuzz';
import { decodeAlertsPage } from './alerts/alert';
import { retryAfterOfBody, findServerMessage } from './api/errorResponse';
import { TelemetryError } from './api/telemetryError';
import { decodeExport, decodeExports } from './exports/dataExport';
import { decodeHistoryPage } from './history/historyPage';
import { decodeDevicesPage } from './inventory/device';
import { decodeValuesPage } from './latest/latestValue';

jest.setTimeout(FUZZ_TIMEOUT_MS);

const TS = '2026-03-02T12:00:00.000Z';
const READINGS = {
  dispositivo: 'D',
  tag: 't',
  nombre: 'N',
  unidad: 'bar',
  intervalo: 'crudo',
  datos: [
    { ts: TS, valor: 1.5 },
    { ts: '2026-03-02T12:00:01Z', valor: -2 },
  ],
  siguiente: 'c',
};
const BUCKETS = {
  ...READINGS,
  intervalo: '1h',
  datos: [
    { ts: TS, avg: 1.5, min: 1, max: 2, n: 60 },
    { ts: '2026-03-02T13:00:00Z', avg: 1, min: 1, max: 1, n: 0 },
  ],
};
const ALERT = {
  id: 'a',
  regla: 'R',
  dispositivo: 'D',
  tag: 't',
  severidad: 'critica',
  estado: 'abierta',
  inicio: TS,
  abiertaEn: TS,
  reconocidaEn: TS,
  fin: null,
  valorInicio: 7.5,
  valorPico: 9,
};
const DEVICE = {
  codigo: 'D',
  nombre: 'N',
  tipo: 'bomba',
  sede: 'S',
  area: 'A',
  conexion: 'en_linea',
  ultimoContacto: TS,
  tags: [{ clave: 't', nombre: 'T', unidad: 'bar', tipo: 'analogica' }],
};
const VALUE = { dispositivo: 'D', tag: 't', nombre: 'T', unidad: 'bar', ts: TS, valor: 1 };
const EXPORT = {
  id: 'e',
  tipo: 'lecturas',
  descripcion: 'E',
  formato: 'csv',
  estado: 'lista',
  progreso: 100,
  filas: 1200,
  tamano: 34_567,
  error: null,
  creadoEn: TS,
  terminadoEn: TS,
  venceEn: TS,
  descarga: 'https://api.example/descargas/6a3c',
};
const page = (list: string, item: unknown) => ({ [list]: [item, item], siguiente: 'c' });
const history = (level: 'raw' | '1h') => (body: unknown) =>
  decodeHistoryPage(body, { device: 'D', tag: 't', level }, 0);

describe.each<[name: string, decode: (body: unknown) => unknown, document: unknown]>([
  ['readings', history('raw'), READINGS],
  ['buckets', history('1h'), BUCKETS],
  ['alerts', decodeAlertsPage, page('alertas', ALERT)],
  ['devices', decodeDevicesPage, page('dispositivos', DEVICE)],
  ['latest values', decodeValuesPage, page('valores', VALUE)],
  ['exports', decodeExports, page('exportaciones', EXPORT)],
  ['an export', decodeExport, EXPORT],
  ['errors', findServerMessage, { title: 'T', detail: 'D', errores: [{ detail: 'x' }] }],
  ['the wait of an error', retryAfterOfBody, { reintentarEnSegundos: 3 }],
])('the decoder of %s', (_, decode, document) => {
  it('decodes or rejects any JSON, names the place, and yields no number that cannot be shown', () => {
    expect(() => decode(document)).not.toThrow();
    fc.assert(
      fc.property(near(document), (body) => {
        try {
          expect(notFinite(decode(body))).toEqual([]);
        } catch (error) {
          if (!(error instanceof TelemetryError)) {
            throw error;
          }
          expect(error).toMatchObject({ kind: 'malformed', path: expect.stringMatching(/^v1\/\w/) });
        }
      }),
      FUZZ
    );
  });
});

/** The paths of numbers that are NaN or infinite. An `n` that is not known is NaN. */
function notFinite(value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    return Number.isFinite(value) || /\.n\.\d+$/.test(path) ? [] : [path];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => notFinite(child, `${path}.${key}`))
    : [];
}
