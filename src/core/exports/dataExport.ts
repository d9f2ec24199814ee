import { asObject, identityField, instantField, listField, numberField, textField } from '../api/fields';
import { OPERATIONS } from '../api/operations';
import { EXPORT_STATE_WORDS, type ExportState, findMeaning } from '../serverWords';
import type { EpochMs } from '../time/window';

/** A data export that was requested with the API key. The API leaves the values of type and format open. */
export interface DataExport {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly format: string;
  /** As the server names it. */
  readonly state: string;
  /** 0 to 100; undefined when the server does not report it. */
  readonly progressPercent: number | undefined;
  readonly rows: number | undefined;
  readonly sizeBytes: number | undefined;
  /** Why it failed; empty otherwise. */
  readonly error: string;
  readonly createdEpochMs: EpochMs | undefined;
  readonly finishedEpochMs: EpochMs | undefined;
  readonly expiresEpochMs: EpochMs | undefined;
  /** The download link; undefined until the export is ready. */
  readonly downloadUrl: string | undefined;
}

/** The states in which an export still changes by itself. */
const RUNNING_STATES: ReadonlyArray<ExportState | undefined> = ['pending', 'processing'];

/** True while the server is still working on the export. */
export function isRunning({ state }: DataExport): boolean {
  return RUNNING_STATES.includes(findMeaning(EXPORT_STATE_WORDS, state));
}

/**
 * Decodes the list of exports, which has no cursor.
 * @throws TelemetryError `malformed` naming the export and its field
 */
export function decodeExports(body: unknown): readonly DataExport[] {
  const { path } = OPERATIONS.exports;
  return listField(asObject(body, path), 'exportaciones', path, decodeFields);
}

/**
 * Decodes a single export.
 * @throws TelemetryError `malformed` naming the field
 */
export function decodeExport(body: unknown): DataExport {
  return decodeFields(body, OPERATIONS.export.path);
}

function decodeFields(item: unknown, where: string): DataExport {
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
