import Type from 'typebox';
import { code, Cursor, limit } from './parameters.ts';
import { dateTime, NextCursor, number, text } from './values.ts';

export const LatestValuesQuery = Type.Object({
  dispositivo: Type.Optional(code('Código de un dispositivo; por defecto, todos los activos.')),
  limite: limit(5000, 2000),
  siguiente: Type.Optional(Cursor),
});

const LatestValue = Type.Object({
  dispositivo: text('Código del dispositivo.'),
  tag: text('Clave del tag.'),
  nombre: text('Nombre del tag.'),
  unidad: text('Unidad del tag.'),
  valor: number('Último valor.'),
  ts: dateTime('Hora del último valor.'),
});

export const LatestValuePage = Type.Object({
  valores: Type.Array(LatestValue, { description: 'Por dispositivo y tag; sin los tags que nunca tuvieron lecturas.' }),
  siguiente: NextCursor,
});
