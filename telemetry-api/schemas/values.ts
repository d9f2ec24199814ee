import Type from 'typebox';

/** A time on the wire: UTC, ISO 8601 with ms. */
export function dateTime(description: string) {
  return Type.String({ format: 'date-time', description });
}

/** A time that is null until it is reached. Its type is a list, which all JSON Schema tools support. */
export function nullableDateTime(description: string) {
  return nullable<string>({ type: 'string', format: 'date-time', description });
}

export function nullableText(description: string) {
  return nullable<string>({ type: 'string', description });
}

export function nullableInteger(description: string) {
  return nullable<number>({ type: 'integer', minimum: 0, description });
}

export function text(description: string) {
  return Type.String({ description });
}

export function number(description: string) {
  return Type.Number({ description });
}

/** The cursor of the next page; null on the last one. */
export const NextCursor = nullableText('Cursor de la página siguiente; null en la última.');

function nullable<T>(schema: { readonly type: string; readonly [keyword: string]: unknown }) {
  return Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'] });
}

/** Formats ms since 1970 for the wire. */
export function toDateTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function toNullableDateTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toDateTime(epochMs);
}
