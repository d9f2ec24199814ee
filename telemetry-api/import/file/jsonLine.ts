import { type RowError, quoted } from '../values/importErrors.ts';

/** Parses a line of NDJSON. */
export function parseObject(text: string): { object: Record<string, unknown> } | { error: RowError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: { reason: 'invalid JSON', detail: `not valid JSON (${(error as Error).message})` } };
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { object: value as Record<string, unknown> }
    : {
        error: {
          reason: 'not a JSON object',
          detail: `${quoted(text)} is not a JSON object; each line must be one object`,
        },
      };
}

/** Without what every object inherits, such as `toString`. */
export function memberOf(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? trimmed(object[key]) : undefined;
}

export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Not `String`, which fails for an object with a member `toString`. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
