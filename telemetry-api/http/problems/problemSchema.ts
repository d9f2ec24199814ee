import Type from 'typebox';
import type { ProblemCode } from './problem.ts';

/** The schema of an `application/problem+json` body with one of the given codes. */
export function problemOf(codes: readonly ProblemCode[]) {
  return Type.Object(
    {
      type: Type.String({ format: 'uri', description: '`urn:telemetria:error:` y el código.' }),
      title: Type.String({ description: 'La clase de error, para personas.' }),
      status: Type.Integer({ minimum: 400, maximum: 599, description: 'El estado HTTP.' }),
      detail: Type.String({ description: 'Qué falló y qué se admite, para personas.' }),
      codigo: Type.Enum([...codes], { description: 'La clase de error, para programas.' }),
      parametro: Type.Optional(Type.String({ description: 'El parámetro que hay que cambiar, si es uno.' })),
      reintentarEnSegundos: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Cuándo intentarlo de nuevo: lo mismo que `retry-after`.' })
      ),
    },
    { description: 'Un error, según RFC 9457.' }
  );
}
