import { parseTimestamp } from '../time/timestamp';
import type { EpochMs } from '../time/window';
import { TelemetryError } from './telemetryError';

/** A JSON object whose members are not decoded yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws TelemetryError `malformed` naming where the value is, when it is no object */
export function asObject(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(where, 'an object', value);
  }
  return value as JsonObject;
}

export function arrayField(object: JsonObject, field: string, where: string): readonly unknown[] {
  const value = object[field];
  if (!Array.isArray(value)) {
    throw malformed(`${where}.${field}`, 'an array', value);
  }
  return value;
}

/** @param decode decodes an item, given where it is for errors */
export function listField<Item>(
  object: JsonObject,
  field: string,
  where: string,
  decode: (item: unknown, where: string) => Item
): Item[] {
  return arrayField(object, field, where).map((item, index) => decode(item, `${where}.${field}[${index}]`));
}

/** A required text, such as a code, key or id. A number is taken as its digits. */
export function identityField(object: JsonObject, field: string, where: string): string {
  const value = object[field];
  if (typeof value === 'number' && Number.isFinite(value)) {
    return String(value);
  }
  if (typeof value !== 'string' || value === '') {
    throw malformed(`${where}.${field}`, 'a text', value);
  }
  return value;
}

/** A text for display: empty when it is absent, null or of another type. */
export function textField(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A finite number; undefined for anything else. */
export function numberField(object: JsonObject, field: string): number | undefined {
  const value = object[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An instant; undefined when it has not been reached, which servers send as absent or null. */
export function instantField(object: JsonObject, field: string): EpochMs | undefined {
  const epochMs = parseTimestamp(object[field]);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** The cursor of the next page; undefined when there is none. */
export function nextCursorField(page: JsonObject, where: string): string | undefined {
  const value = page.siguiente;
  if (value === undefined || value === null || value === '') {
    return undefined;
  }
  return identityField(page, 'siguiente', where);
}

export function malformed(where: string, expected: string, found: unknown): TelemetryError {
  const shown = found === undefined ? 'nothing' : (JSON.stringify(found) ?? typeof found).slice(0, 80);
  return new TelemetryError('malformed', { path: where, detail: `expected ${expected}, found ${shown}` });
}
