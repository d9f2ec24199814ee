import Type from 'typebox';
import { Code, Cursor, limit } from './parameters.ts';
import { DateTime, NextCursor } from './values.ts';

export const LatestValuesQuery = Type.Object({
  dispositivo: Type.Optional(Code),
  limite: limit(5000, 2000),
  siguiente: Type.Optional(Cursor),
});

export const LatestValuePage = Type.Object({
  valores: Type.Array(
    Type.Object({
      dispositivo: Type.String(),
      tag: Type.String(),
      nombre: Type.String(),
      unidad: Type.String(),
      valor: Type.Number(),
      ts: DateTime,
    })
  ),
  siguiente: NextCursor,
});
