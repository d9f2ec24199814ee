import Type from 'typebox';
import { Cursor, limit, Timestamp } from './parameters.ts';
import { DateTime, NextCursor, NullableDateTime } from './values.ts';

export const AlertsQuery = Type.Object({
  desde: Type.Optional(Timestamp),
  hasta: Type.Optional(Timestamp),
  estado: Type.Enum(['todas', 'abiertas'], { default: 'todas' }),
  limite: limit(1000, 200),
  siguiente: Type.Optional(Cursor),
});

const Alert = Type.Object({
  id: Type.String({ format: 'uuid' }),
  regla: Type.String(),
  dispositivo: Type.String(),
  tag: Type.String(),
  severidad: Type.Enum(['info', 'advertencia', 'critica']),
  estado: Type.Enum(['abierta', 'reconocida', 'cerrada']),
  inicio: DateTime,
  abiertaEn: DateTime,
  reconocidaEn: NullableDateTime,
  fin: NullableDateTime,
  valorInicio: Type.Number(),
  valorPico: Type.Number(),
});

export const AlertPage = Type.Object({ alertas: Type.Array(Alert), siguiente: NextCursor });
