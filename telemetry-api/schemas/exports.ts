import Type from 'typebox';
import { EXPORT_FORMATS } from '../store/exports/exports.ts';
import { uuid } from './parameters.ts';
import { dateTime, nullableDateTime, nullableInteger, nullableText, text } from './values.ts';

export const ExportPath = Type.Object({ id: uuid('Identificador de la exportación.') });

export const Export = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Identificador.' }),
  tipo: Type.Enum(['lecturas'], { description: 'Qué contiene.' }),
  descripcion: text('Descripción.'),
  formato: Type.Enum([...EXPORT_FORMATS], { description: 'Formato del archivo.' }),
  estado: Type.Enum(['pendiente', 'procesando', 'lista', 'fallida', 'vencida'], { description: 'Estado.' }),
  progreso: Type.Integer({ minimum: 0, maximum: 100, description: 'Porcentaje hecho.' }),
  filas: nullableInteger('Filas escritas; null hasta que comienza.'),
  tamano: Type.Integer({ minimum: 0, description: 'Bytes escritos.' }),
  error: nullableText('Por qué falló; null si no ha fallado.'),
  creadoEn: dateTime('Cuándo se pidió.'),
  terminadoEn: nullableDateTime('Cuándo terminó; null hasta entonces.'),
  venceEn: nullableDateTime('Hasta cuándo se ofrece el archivo; null si no hay archivo.'),
  descarga: nullableText('Enlace de descarga, firmado y sin clave, cuando el estado es `lista`; si no, null.'),
});

export const ExportList = Type.Object({
  exportaciones: Type.Array(Export, { maxItems: 50, description: 'Las últimas 50, la más reciente primero.' }),
});
