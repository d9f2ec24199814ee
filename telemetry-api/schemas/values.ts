import Type from 'typebox';

/** A time on the wire: UTC, ISO 8601 with ms. */
export const DateTime = Type.String({ format: 'date-time' });

/** The same, null while it has not been reached. Written as a list of types, which every reader of JSON Schema takes. */
export const NullableDateTime = nullable<string>({ type: 'string', format: 'date-time' });

export const NullableText = nullable<string>({ type: 'string' });

export const NullableInteger = nullable<number>({ type: 'integer' });

/** The cursor of the next page; null on the last one. */
export const NextCursor = NullableText;

function nullable<T>(schema: { readonly type: string; readonly format?: string }) {
  return Type.Unsafe<T | null>({ ...schema, type: [schema.type, 'null'] });
}

/** ms since 1970 to the wire. */
export function toDateTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function toNullableDateTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toDateTime(epochMs);
}
