import Type from 'typebox';
import { Cursor, limit } from './parameters.ts';
import { NextCursor, nullableDateTime, text } from './values.ts';

export const DevicesQuery = Type.Object({ limite: limit(2000, 500), siguiente: Type.Optional(Cursor) });

const Tag = Type.Object({
  clave: text('Clave del tag: el parámetro `tag` de las lecturas.'),
  nombre: text('Nombre del tag.'),
  unidad: text('Unidad.'),
  tipo: text('Tipo del tag, como se importó.'),
});

const Device = Type.Object({
  codigo: text('Código: el parámetro `dispositivo` de las demás operaciones.'),
  nombre: text('Nombre.'),
  tipo: text('Tipo del dispositivo, como se importó.'),
  sede: text('Nombre de la sede.'),
  area: text('Área dentro de la sede.'),
  conexion: Type.Enum(['en_linea', 'sin_conexion', 'sin_datos'], { description: 'Sigue de `ultimoContacto`.' }),
  ultimoContacto: nullableDateTime('La lectura más reciente de cualquiera de sus tags; null si no hay ninguna.'),
  tags: Type.Array(Tag, { description: 'Por clave.' }),
});

export const DevicePage = Type.Object({
  dispositivos: Type.Array(Device, { description: 'Los dispositivos activos de las sedes de la clave, por código.' }),
  siguiente: NextCursor,
});
