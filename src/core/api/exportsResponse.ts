import type { DataExport } from '../exports/dataExport';
import { asObject, identityField, instantField, listField, numberField, textField } from './fields';

const WHERE = 'v1/exportaciones';

/**
 * Decodes the response of `GET /v1/exportaciones`, which has no cursor.
 * @throws TelemetryError `malformed` naming the export and its field
 */
export function decodeExports(body: unknown): readonly DataExport[] {
  return listField(asObject(body, WHERE), 'exportaciones', WHERE, decodeItem);
}

/**
 * Decodes the response of `GET /v1/exportaciones/{id}`.
 * @throws TelemetryError `malformed` naming the field
 */
export function decodeExport(body: unknown): DataExport {
  return decodeItem(body, `${WHERE}/{id}`);
}

function decodeItem(item: unknown, where: string): DataExport {
  const fields = asObject(item, where);
  return {
    id: identityField(fields, 'id', where),
    type: textField(fields, 'tipo'),
    description: textField(fields, 'descripcion'),
    format: textField(fields, 'formato'),
    state: textField(fields, 'estado'),
    progressPercent: numberField(fields, 'progreso', where),
    rows: numberField(fields, 'filas', where),
    sizeBytes: numberField(fields, 'tamano', where),
    error: textField(fields, 'error'),
    createdEpochMs: instantField(fields, 'creadoEn', where),
    finishedEpochMs: instantField(fields, 'terminadoEn', where),
    expiresEpochMs: instantField(fields, 'venceEn', where),
    downloadUrl: textField(fields, 'descarga') || undefined,
  };
}
