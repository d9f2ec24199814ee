import Type from 'typebox';
import { code, Cursor, limit, START_EXAMPLES, timestamp } from './parameters.ts';
import { dateTime, NextCursor, number, text } from './values.ts';

export const INTERVALS = ['crudo', '1m', '1h', '1d'] as const;

export const ReadingsQuery = Type.Object({
  dispositivo: code('Código del dispositivo.'),
  tag: code('Clave del tag.'),
  desde: timestamp('Inicio, inclusive.', START_EXAMPLES),
  hasta: Type.Optional(timestamp('Fin, exclusive; por defecto, la hora actual.')),
  intervalo: Type.Enum([...INTERVALS], {
    default: '1h',
    description: '`crudo`: cada lectura; `1m`, `1h`, `1d`: agregados de minutos, horas y días enteros de UTC.',
  }),
  limite: limit(5000, 1000),
  siguiente: Type.Optional(Cursor),
});

const Reading = Type.Object(
  { ts: dateTime('Hora de la lectura.'), valor: number('Valor leído.') },
  { description: 'Con `crudo`: una lectura.' }
);

const Bucket = Type.Object(
  {
    ts: dateTime('Inicio del segmento.'),
    avg: number('Promedio del segmento, sin redondear.'),
    min: number('Mínimo del segmento.'),
    max: number('Máximo del segmento.'),
    n: Type.Integer({
      minimum: 1,
      description: 'Número exacto de lecturas del segmento; sin lecturas no hay segmento.',
    }),
  },
  { description: 'Con `1m`, `1h` o `1d`: un segmento.' }
);

export const ReadingPage = Type.Object({
  dispositivo: text('Código del dispositivo.'),
  tag: text('Clave del tag.'),
  nombre: text('Nombre del tag.'),
  unidad: text('Unidad del tag.'),
  intervalo: Type.Enum([...INTERVALS], { description: 'La agregación usada.' }),
  desde: dateTime('Inicio del rango de toda la consulta.'),
  hasta: dateTime('Fin del rango de toda la consulta.'),
  datos: Type.Union([Type.Array(Reading), Type.Array(Bucket)], { description: 'En orden de `ts`, sin repetidos.' }),
  siguiente: NextCursor,
});
