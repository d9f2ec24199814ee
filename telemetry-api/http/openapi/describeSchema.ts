import type { DescribedSchema } from './describedApi.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  array: 'lista',
  object: 'objeto',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'fecha y hora', uuid: 'UUID', uri: 'URI' };

/** A short description of the allowed values: "entero de 1 a 5000". */
export function describeSchema(schema: DescribedSchema): string {
  if (schema.enum !== undefined) {
    return `uno de: ${schema.enum.map((value) => `\`${value}\``).join(', ')}`;
  }
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(describeSchema))].join(' o ');
  }
  const types = [schema.type ?? []].flat();
  const names = types.map((type) => (type === 'string' && FORMATS[schema.format ?? '']) || TYPES[type] || type);
  return (names.join(' o ') || 'cualquier valor') + describeBounds(schema);
}

function describeBounds({ minimum, maximum, maxItems }: DescribedSchema): string {
  if (maxItems !== undefined) {
    return `, ${maxItems} como máximo`;
  }
  if (minimum !== undefined && maximum !== undefined) {
    return maximum === Number.MAX_SAFE_INTEGER ? ` desde ${minimum}` : ` de ${minimum} a ${maximum}`;
  }
  return minimum === undefined ? '' : ` desde ${minimum}`;
}

export interface DescribedField {
  /** For example `datos[].ts`. */
  readonly path: string;
  readonly schema: DescribedSchema;
  readonly isRequired: boolean;
}

/** Every field of a schema, including those of nested lists and objects. */
export function fieldsOf(schema: DescribedSchema, path = ''): DescribedField[] {
  const inner = schema.anyOf?.flatMap((one) => fieldsOf(one, path)) ?? [];
  const items = schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`);
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [
      { path: at, schema: property, isRequired: schema.required?.includes(name) === true },
      ...fieldsOf(property, at),
    ];
  });
  return [...inner, ...items, ...properties];
}
