import Type from 'typebox';
import { Code, Cursor, limit, Timestamp } from './parameters.ts';
import { DateTime, NextCursor } from './values.ts';

export const INTERVALS = ['crudo', '1m', '1h', '1d'] as const;

export const ReadingsQuery = Type.Object({
  dispositivo: Code,
  tag: Code,
  desde: Timestamp,
  hasta: Type.Optional(Timestamp),
  intervalo: Type.Enum([...INTERVALS], { default: '1h' }),
  limite: limit(5000, 1000),
  siguiente: Type.Optional(Cursor),
});

const Reading = Type.Object({ ts: DateTime, valor: Type.Number() });

const Bucket = Type.Object({
  ts: DateTime,
  avg: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
  n: Type.Integer({ minimum: 1 }),
});

export const ReadingPage = Type.Object({
  dispositivo: Type.String(),
  tag: Type.String(),
  nombre: Type.String(),
  unidad: Type.String(),
  intervalo: Type.Enum([...INTERVALS]),
  desde: DateTime,
  hasta: DateTime,
  datos: Type.Union([Type.Array(Reading), Type.Array(Bucket)]),
  siguiente: NextCursor,
});
