import { parseTimestamp } from '../../schemas/timestamp.ts';
import { Problem } from '../problems/problem.ts';

/** The part of JSON Schema that the parameters use. */
interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly default?: string | number;
}

export interface ParametersSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Parses the parameters of a query or path by their schema: integers and date-times (ms since 1970) become numbers, defaults are added.
 * Stricter than a JSON Schema validator with coercion, which accepts `1e3`, ` 5` and `0x10` as integers and the last of repeated values.
 * @throws Problem for the first error, with the parameter and its allowed values
 */
export function validateParameters(schema: ParametersSchema, given: Readonly<Record<string, unknown>>) {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schema.properties, name)) {
      const known = Object.keys(schema.properties);
      throw new Problem(
        'parametro_desconocido',
        known.length === 0
          ? `Esta operación no lleva parámetros; "${name}" sobra.`
          : `"${name}" no es un parámetro de esta operación. Los parámetros son: ${known.join(', ')}.`,
        { parameter: name }
      );
    }
  }
  const values: Record<string, string | number> = {};
  for (const [name, parameter] of Object.entries<ParameterSchema>(schema.properties)) {
    const text = given[name];
    if (text !== undefined) {
      values[name] = parseOne(name, parameter, text);
    } else if (parameter.default !== undefined) {
      values[name] = parameter.default;
    } else if (schema.required?.includes(name) === true) {
      throw new Problem('parametro_requerido', `Falta "${name}": ${describe(parameter)}.`, { parameter: name });
    }
  }
  return values;
}

function parseOne(name: string, parameter: ParameterSchema, text: unknown): string | number {
  if (typeof text !== 'string') {
    throw new Problem('parametro_repetido', `"${name}" aparece más de una vez.`, { parameter: name });
  }
  const value = parse(parameter, text);
  if (value === undefined) {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw new Problem(
      'parametro_invalido',
      `"${name}" debe ser ${describe(parameter)}; llegó "${shown}".${hint(text)}`,
      {
        parameter: name,
      }
    );
  }
  return value;
}

function parse(parameter: ParameterSchema, text: string): string | number | undefined {
  if (parameter.type === 'integer') {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= (parameter.minimum ?? 0) && value <= (parameter.maximum ?? Number.MAX_SAFE_INTEGER)
      ? value
      : undefined;
  }
  if (parameter.format === 'date-time') {
    return parseTimestamp(text);
  }
  if (parameter.enum !== undefined) {
    return parameter.enum.includes(text) ? text : undefined;
  }
  if (parameter.format === 'uuid') {
    return UUID.test(text) ? text : undefined;
  }
  // PostgreSQL cannot store NUL in text, so no name contains one.
  return text.length >= (parameter.minLength ?? 0) && !text.includes('\0') ? text : undefined;
}

function describe(parameter: ParameterSchema): string {
  if (parameter.type === 'integer') {
    return `un entero de ${parameter.minimum} a ${parameter.maximum}`;
  }
  if (parameter.enum !== undefined) {
    return `uno de: ${parameter.enum.join(', ')}`;
  }
  if (parameter.format === 'date-time') {
    return 'una fecha y hora ISO 8601 que exista, con zona, como 2026-01-31T06:00:00Z o 2026-01-31T00:00:00-06:00';
  }
  if (parameter.format === 'uuid') {
    return 'un UUID, como 123e4567-e89b-12d3-a456-426614174000';
  }
  return 'un texto no vacío';
}

/** The most frequent mistake with offsets, and the hardest to notice. */
function hint(text: string): string {
  return /T[\d:.]+ \d\d:?\d\d$/.test(text) ? ' En una URL el signo + se escribe %2B.' : '';
}
