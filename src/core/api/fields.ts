import { parseTimestamp } from '../time/timestamp';
import type { EpochMs } from '../time/window';
import type { ListPage } from './pages';
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

/**
 * One page of a list.
 * @param where the path of the operation
 * @param field has the items
 * @throws TelemetryError `malformed` naming where the page is not what the specification promises, and whatever `decode` throws
 */
export function decodeListPage<Item>(
  body: unknown,
  where: string,
  field: string,
  decode: (item: unknown, where: string) => Item
): ListPage<Item> {
  const page = asObject(body, where);
  return { items: listField(page, field, where, decode), nextCursor: nextCursorField(page, where) };
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

/** How JSON writes a number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number, or a text that JSON would read as one: servers send decimals as texts, lest a reader rounds them. `Number` alone
 * also takes an empty text, spaces, `0x10` and `Infinity`. `parseNumber` of pkg/telemetry has the same rule.
 * @returns NaN for anything else, infinite for what is too large
 */
export function parseNumber(value: unknown): number {
  if (typeof value === 'number') {
    return value;
  }
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : NaN;
}

/**
 * A finite number, see `parseNumber`; undefined when it is not set.
 * @throws TelemetryError `malformed` for anything else, which must not look like a value that is not set
 */
export function numberField(object: JsonObject, field: string, where: string): number | undefined {
  const value = object[field];
  if (isUnset(value)) {
    return undefined;
  }
  const number = parseNumber(value);
  if (!Number.isFinite(number)) {
    throw malformed(`${where}.${field}`, 'a number', value);
  }
  return number;
}

/**
 * An instant; undefined when it has not been reached.
 * @throws TelemetryError `malformed` for anything else: an alert whose end cannot be read is not open
 */
export function instantField(object: JsonObject, field: string, where: string): EpochMs | undefined {
  const value = object[field];
  if (isUnset(value)) {
    return undefined;
  }
  const epochMs = parseTimestamp(value);
  if (Number.isNaN(epochMs)) {
    throw malformed(`${where}.${field}`, 'an instant', value);
  }
  return epochMs;
}

/** What servers send for a value that is not set. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The cursor of the next page; undefined when there is none. */
export function nextCursorField(page: JsonObject, where: string): string | undefined {
  return isUnset(page.siguiente) ? undefined : identityField(page, 'siguiente', where);
}

export function malformed(where: string, expected: string, found: unknown): TelemetryError {
  return new TelemetryError('malformed', { path: where, detail: `expected ${expected}, found ${preview(found)}` });
}

function preview(found: unknown): string {
  try {
    return found === undefined ? 'nothing' : (JSON.stringify(found) ?? typeof found).slice(0, 80);
  } catch {
    // JSON is read at any depth, but not written.
    return 'deeply nested JSON';
  }
}
