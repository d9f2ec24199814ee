import Type from 'typebox';

/** Of a route without query parameters: any is an error. */
export const NoParameters = Type.Object({});

/**
 * A date-time parameter. On the wire an ISO 8601 string; the route receives ms since 1970.
 * @param examples the page of the API fills in the first one, so only the start of a range has any: with the same time in both, the range
 *   would be empty
 */
export function timestamp(description: string, examples: readonly string[] = []) {
  return Type.Unsafe<number>({
    type: 'string',
    format: 'date-time',
    description: `${description} Fecha y hora ISO 8601 con zona y cualquier precisión, de los años 0000 a 9999 en UTC; en una URL el signo + se escribe %2B.`,
    ...(examples.length > 0 && { examples }),
  });
}

/** In the past, so that they are before the default end, the current time. */
export const START_EXAMPLES = ['2025-01-31T06:00:00Z', '2025-01-31T00:00:00.5-06:00'];

export const Cursor = Type.String({
  minLength: 1,
  description:
    'El valor de `siguiente` de la respuesta anterior, con los mismos parámetros; solo `limite` puede cambiar.',
});

export function code(description: string) {
  return Type.String({ minLength: 1, description });
}

export function uuid(description: string) {
  return Type.String({ format: 'uuid', description });
}

/** Rows per page. */
export function limit(maximum: number, byDefault: number) {
  return Type.Integer({ minimum: 1, maximum, default: byDefault, description: 'Elementos por página.' });
}
