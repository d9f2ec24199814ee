import Type from 'typebox';
import { Uuid } from './parameters.ts';
import { DateTime, NullableDateTime, NullableInteger, NullableText } from './values.ts';

export const NoParameters = Type.Object({});

export const ExportPath = Type.Object({ id: Uuid });

export const Export = Type.Object({
  id: Type.String({ format: 'uuid' }),
  tipo: Type.Enum(['lecturas']),
  descripcion: Type.String(),
  formato: Type.Enum(['csv', 'ndjson']),
  estado: Type.Enum(['pendiente', 'procesando', 'lista', 'fallida', 'vencida']),
  progreso: Type.Integer({ minimum: 0, maximum: 100 }),
  filas: NullableInteger,
  tamano: Type.Integer({ minimum: 0 }),
  error: NullableText,
  creadoEn: DateTime,
  terminadoEn: NullableDateTime,
  venceEn: NullableDateTime,
  descarga: NullableText,
});

export const ExportList = Type.Object({ exportaciones: Type.Array(Export) });
