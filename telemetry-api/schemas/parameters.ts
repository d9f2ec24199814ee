import Type from 'typebox';

/** A date-time parameter. On the wire an ISO 8601 string; the route receives ms since 1970. */
export function timestamp(description: string) {
  return Type.Unsafe<number>({
    type: 'string',
    format: 'date-time',
    description: `${description} Fecha y hora ISO 8601 con zona y cualquier precisión, de los años 0000 a 9999 en UTC; en una URL el signo + se escribe %2B.`,
    examples: ['2026-01-31T06:00:00Z', '2026-01-31T00:00:00.5-06:00'],
  });
}

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
