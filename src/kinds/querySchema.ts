import type { Field, Fields } from '../query/fields';
import { FILTER_FIELDS, QUERY_VERSION } from '../query/savedQuery';
import { VARIABLE_FIELDS } from '../query/variableQuery';
import { KINDS } from './kinds';

/*
 * What is published of the fields of saved queries: a JSON Schema in `dist/schemas`, and the tables of docs/guide/query-model.md.
 */

/** The JSON Schema of a saved query, for those who write dashboards by hand. Normalized queries are valid. */
export function querySchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Saved query of Telemetría Industrial',
    oneOf: Object.entries(KINDS).map(([kind, { fields }]) => ({
      type: 'object',
      title: kind,
      properties: {
        kind: { const: kind },
        version: { type: 'integer', maximum: QUERY_VERSION, description: 'Absent in queries written by hand' },
        timeZone: { type: 'string', description: 'IANA time zone where there is no dashboard, as in an alert rule' },
        ...fields,
      },
      // A query without a kind is one of history.
      ...(kind !== 'history' && { required: ['kind'] }),
    })),
  };
}

/** The tables of the fields in Markdown: of the filter, of each kind, and of the queries of variables. */
export function queryTables(): string {
  const ofKinds = Object.entries(KINDS).map(([kind, { fields }]) => {
    const own = Object.entries(fields).filter(([name, field]) => (FILTER_FIELDS as Fields)[name] !== field);
    const filter = 'sites' in fields ? ', and the filter' : '';
    return `\`kind: ${kind}\`${filter}:\n\n${table(Object.fromEntries(own))}`;
  });
  return [`The filter:\n\n${table(FILTER_FIELDS)}`, ...ofKinds, `Variables:\n\n${table(VARIABLE_FIELDS)}`].join('\n\n');
}

function table(fields: Fields): string {
  const rows = fieldRows(fields);
  return aligned([['Field', 'Values', 'Default', 'Meaning'], ...rows]);
}

/** The fields of an object follow it, with its name before theirs. */
function fieldRows(fields: Fields, prefix = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [`\`${prefix}${name}\``, valuesText(field), defaultText(field), field.description ?? ''],
    ...fieldRows(field.properties ?? {}, `${prefix}${name}.`),
  ]);
}

function valuesText({ type, enum: words, anyOf, items, variables }: Field): string {
  const known = words ?? anyOf?.[0].enum ?? items?.enum;
  if (known !== undefined) {
    return `${type === 'array' ? 'list of ' : ''}${known.map((word) => `\`${word}\``).join(', ')}${anyOf === undefined ? '' : ', a variable'}`;
  }
  const name = {
    array: 'list of texts',
    boolean: 'true or false',
    integer: 'whole number from 1',
    object: 'object',
    string: 'text',
  };
  return `${name[type ?? 'string']}${variables === undefined ? '' : ', variables'}`;
}

function defaultText({ default: value, properties }: Field): string {
  if (properties !== undefined) {
    return '';
  }
  const texts = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  return texts
    .filter((text) => text !== '')
    .map((text) => `\`${text}\``)
    .join(', ');
}

/** As Prettier formats it. */
function aligned(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_title, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [titles, ...others] = rows;
  return [line(titles!), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
