import Type from 'typebox';

/** A date-time parameter. On the wire an ISO 8601 string; the validator hands the route ms since 1970. */
export const Timestamp = Type.Unsafe<number>({
  type: 'string',
  format: 'date-time',
  description: 'Fecha y hora ISO 8601 con zona, por ejemplo 2026-01-31T06:00:00Z o 2026-01-31T00:00:00-06:00.',
});

export const Cursor = Type.String({
  minLength: 1,
  description: 'El valor de `siguiente` de la respuesta anterior, con los mismos parámetros.',
});

export const Code = Type.String({ minLength: 1 });

export const Uuid = Type.String({ format: 'uuid' });

/** Rows a page. */
export function limit(maximum: number, byDefault: number) {
  return Type.Integer({ minimum: 1, maximum, default: byDefault });
}
