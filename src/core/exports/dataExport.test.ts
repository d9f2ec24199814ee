import { decodeExport, decodeExports } from './dataExport';

const EXPORT = {
  id: '6a3c0f3e-0d8f-4c8e-9f4e-4c5b1f5d1a11',
  tipo: 'lecturas',
  descripcion: 'Turno de noche',
  formato: 'csv',
  estado: 'lista',
  progreso: 100,
  filas: 1200,
  tamano: 34_567,
  error: null,
  creadoEn: '2026-03-02T12:00:00Z',
  terminadoEn: '2026-03-02T12:01:00Z',
  venceEn: '2026-03-09T12:01:00Z',
  descarga: 'https://api.example/descargas/6a3c',
};

const DECODED = {
  id: EXPORT.id,
  type: 'lecturas',
  description: 'Turno de noche',
  format: 'csv',
  state: 'lista',
  progressPercent: 100,
  rows: 1200,
  sizeBytes: 34_567,
  error: '',
  createdEpochMs: Date.UTC(2026, 2, 2, 12),
  finishedEpochMs: Date.UTC(2026, 2, 2, 12, 1),
  expiresEpochMs: Date.UTC(2026, 2, 9, 12, 1),
  downloadUrl: 'https://api.example/descargas/6a3c',
};

it('decodes every field of the listed exports and of one export', () => {
  expect(decodeExports({ exportaciones: [EXPORT] })).toEqual([DECODED]);
  expect(decodeExport(EXPORT)).toEqual(DECODED);
});

it('accepts an export with nothing but its id, and a list without exports', () => {
  expect(decodeExports({ exportaciones: [] })).toEqual([]);
  expect(decodeExport({ id: 7, estado: 'rara', filas: null, progreso: '50', terminadoEn: null })).toEqual({
    id: '7',
    type: '',
    description: '',
    format: '',
    state: 'rara',
    progressPercent: 50,
    rows: undefined,
    sizeBytes: undefined,
    error: '',
    createdEpochMs: undefined,
    finishedEpochMs: undefined,
    expiresEpochMs: undefined,
    downloadUrl: undefined,
  });
});

it.each<[string, () => unknown, string]>([
  ['a page of HTML', () => decodeExports('<html>'), 'v1/exportaciones: expected an object, found "<html>"'],
  ['no list', () => decodeExports({}), 'v1/exportaciones.exportaciones: expected an array, found nothing'],
  [
    'a listed export without an id',
    () => decodeExports({ exportaciones: [{}] }),
    'v1/exportaciones.exportaciones[0].id: expected a text, found nothing',
  ],
  ['an export without an id', () => decodeExport({}), 'v1/exportaciones/{id}.id: expected a text, found nothing'],
])('rejects %s and names the field', (_, decode, message) => {
  expect(decode).toThrow(`malformed: ${message}`);
});
