import Type from 'typebox';
import { Cursor, limit } from './parameters.ts';
import { NextCursor, NullableDateTime } from './values.ts';

export const DevicesQuery = Type.Object({ limite: limit(2000, 500), siguiente: Type.Optional(Cursor) });

const Device = Type.Object({
  codigo: Type.String(),
  nombre: Type.String(),
  tipo: Type.String(),
  sede: Type.String(),
  area: Type.String(),
  conexion: Type.Enum(['en_linea', 'sin_conexion', 'sin_datos']),
  ultimoContacto: NullableDateTime,
  tags: Type.Array(
    Type.Object({ clave: Type.String(), nombre: Type.String(), unidad: Type.String(), tipo: Type.String() })
  ),
});

export const DevicePage = Type.Object({ dispositivos: Type.Array(Device), siguiente: NextCursor });
