import Type from 'typebox';
import { Cursor, limit, START_EXAMPLES, timestamp } from './parameters.ts';
import { dateTime, NextCursor, nullableDateTime, number, text } from './values.ts';

export const AlertsQuery = Type.Object({
  desde: Type.Optional(timestamp('Apertura desde, inclusive; por defecto, 7 días antes de `hasta`.', START_EXAMPLES)),
  hasta: Type.Optional(timestamp('Apertura hasta, exclusive; por defecto, la hora actual.')),
  estado: Type.Enum(['todas', 'abiertas'], {
    default: 'todas',
    description: '`abiertas`: las que no han terminado, reconocidas o no.',
  }),
  limite: limit(1000, 200),
  siguiente: Type.Optional(Cursor),
});

const Alert = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Identificador.' }),
  regla: text('Regla que levantó la alerta.'),
  dispositivo: text('Código del dispositivo.'),
  tag: text('Clave del tag.'),
  severidad: Type.Enum(['info', 'advertencia', 'critica'], { description: 'Severidad.' }),
  estado: Type.Enum(['abierta', 'reconocida', 'cerrada'], { description: 'Sigue de sus horas.' }),
  inicio: dateTime('Cuándo comenzó la condición.'),
  abiertaEn: dateTime('Cuándo se abrió; el orden de la lista.'),
  reconocidaEn: nullableDateTime('Cuándo se reconoció; null si no se ha reconocido.'),
  fin: nullableDateTime('Cuándo terminó; null mientras dure.'),
  valorInicio: number('Valor al inicio.'),
  valorPico: number('Valor pico.'),
});

export const AlertPage = Type.Object({
  alertas: Type.Array(Alert, { description: 'Por apertura, y por `id` las de la misma apertura.' }),
  siguiente: NextCursor,
});
