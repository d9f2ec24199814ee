import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Locale } from 'typebox/system';
import { parseTimestamp } from '../../schemas/timestamp.ts';
import { Problem } from '../problems/problem.ts';

/** The keywords that have a text of their own in errors, and those that determine how a value is decoded. */
interface ParameterSchema extends TSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
}

export interface ParametersSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

type ParameterValue = string | number;

// RFC 3339, the format's default, requires seconds and an offset with a colon.
Format.Set('date-time', (text) => parseTimestamp(text) !== undefined);

/**
 * Compiles the schema of a query or path to a function that parses its parameters: integers and date-times (ms since 1970) become
 * numbers, defaults are added. Values are validated by any keyword of JSON Schema. The conversions are stricter than those of validators,
 * which accept `1e3`, ` 5` and `0x10` as integers and the last of repeated values.
 * @returns a function that throws a Problem for the first error, with the parameter and its allowed values
 */
export function compileParameters({ properties, required = [] }: ParametersSchema) {
  const names = Object.keys(properties);
  const parsers = Object.entries<ParameterSchema>(properties).map(([name, schema]) => ({
    ...{ name, schema, parse: compileParameter(name, schema) },
    isRequired: required.includes(name),
  }));
  return (given: Readonly<Record<string, unknown>>): Record<string, ParameterValue> => {
    for (const name of Object.keys(given)) {
      if (!names.includes(name)) {
        throw new Problem(
          'parametro_desconocido',
          names.length === 0
            ? `Esta operación no lleva parámetros; "${name}" sobra.`
            : `"${name}" no es un parámetro de esta operación. Los parámetros son: ${names.join(', ')}.`,
          { parameter: name }
        );
      }
    }
    const values: Record<string, ParameterValue> = {};
    for (const { name, schema, parse, isRequired } of parsers) {
      const text = given[name];
      if (text !== undefined) {
        values[name] = parse(text);
      } else if (schema.default !== undefined) {
        values[name] = schema.default;
      } else if (isRequired) {
        throw new Problem('parametro_requerido', `Falta "${name}": ${describe(schema)}.`, { parameter: name });
      }
    }
    return values;
  };
}

function compileParameter(name: string, schema: ParameterSchema): (text: unknown) => ParameterValue {
  const validator = Compile(schema);
  return (text) => {
    if (typeof text !== 'string') {
      throw new Problem('parametro_repetido', `"${name}" aparece más de una vez.`, { parameter: name });
    }
    const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
    // PostgreSQL cannot store NUL in text, so no name contains one.
    if (!validator.Check(value) || text.includes('\0')) {
      const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
      const rule = describeError(schema, validator.Errors(value)[0]);
      throw new Problem('parametro_invalido', `"${name}" ${rule}; llegó "${shown}".${hint(text)}`, { parameter: name });
    }
    return schema.format === 'date-time' ? (parseTimestamp(text) ?? text) : value;
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'una fecha y hora ISO 8601 que exista, con zona, como 2026-01-31T06:00:00Z o 2026-01-31T00:00:00-06:00',
  uuid: 'un UUID, como 123e4567-e89b-12d3-a456-426614174000',
};

/** The keywords that `describe` puts into words. */
const DESCRIBED = ['type', 'enum', 'minimum', 'maximum'];

function describeError(schema: ParameterSchema, error: TValidationError | undefined): string {
  if (error === undefined) {
    return 'debe ser un texto sin el carácter NUL';
  }
  const isDescribed =
    DESCRIBED.includes(error.keyword) ||
    (error.keyword === 'format' && FORMATS[error.params.format] !== undefined) ||
    (error.keyword === 'minLength' && error.params.limit === 1);
  return isDescribed ? `debe ser ${describe(schema)}` : Locale.es_ES(error);
}

function describe({ type, enum: choices, format = '', minimum = 0, maximum }: ParameterSchema): string {
  if (type === 'integer') {
    return `un entero de ${minimum} a ${maximum ?? Number.MAX_SAFE_INTEGER}`;
  }
  return choices === undefined ? (FORMATS[format] ?? 'un texto no vacío') : `uno de: ${choices.join(', ')}`;
}

/** The most frequent mistake with offsets, and the hardest to notice. */
function hint(text: string): string {
  return /T[\d:.]+ \d\d:?\d\d$/.test(text) ? ' En una URL el signo + se escribe %2B.' : '';
}
