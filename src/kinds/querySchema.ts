import { CONDITION_FIELDS } from '../query/condition';
import type { Field, Fields } from '../query/fields';
import { FILTER_FIELDS, QUERY_VERSION } from '../query/savedQuery';
import { VARIABLE_FIELDS } from '../query/variableQuery';
import { KINDS } from './kinds';

/*
 * What is published of the fields of saved queries: a JSON Schema in `dist/schemas`, and the lists of docs/guide/fields.md.
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

/** The fields in Markdown, a list for each: of the filter, of several kinds, of each kind, and of the queries of variables. */
export function queryLists(): string {
  const filter = fieldRows(FILTER_FIELDS);
  const kinds = Object.entries(KINDS).map(([kind, { fields }]) => ({
    title: `\`kind: ${kind}\``,
    rows: fieldRows(fields),
  }));
  const all = [...kinds, { title: 'Variables', rows: fieldRows(VARIABLE_FIELDS) }];
  // A field that several kinds have is described once.
  const isFilter = ([name]: readonly string[]) => filter.some((row) => row[0] === name);
  const several = repeatedRows(all.map(({ rows }) => rows.filter((row) => !isFilter(row))));
  const own = all.map(({ title, rows }) => {
    const shared = [
      ...(rows.some((row) => isIn(filter, row)) ? ['the filter'] : []),
      ...rows.filter((row) => isIn(several, row)).map(([name = '']) => name),
    ];
    const others = rows.filter((row) => !isFilter(row) && !isIn(several, row));
    return `${title}${shared.length === 0 ? '' : `, with ${shared.join(', ')}`}:${others.length === 0 ? ' no other field' : `\n\n${list(others)}`}`;
  });
  return [`The filter:\n\n${list(filter)}`, `Of several kinds:\n\n${list(several)}`, ...own].join('\n\n');
}

function isIn(rows: readonly string[][], [name, , meaning]: readonly string[]): boolean {
  return rows.some((row) => row[0] === name && row[2] === meaning);
}

/** The rows that are in more than one of the lists, each once. */
function repeatedRows(lists: ReadonlyArray<readonly string[][]>): string[][] {
  const rows = lists.flat();
  return rows.filter(
    (row, index) => lists.filter((one) => isIn(one, row)).length > 1 && !isIn(rows.slice(0, index), row)
  );
}

function list(rows: readonly string[][]): string {
  return rows
    .map(([name, values, meaning]) => `- ${name}${values === '' ? '' : ` (${values})`}: ${meaning}`)
    .join('\n');
}

/** The fields of an object follow it, with its name before theirs; those of a condition once, under its own name. */
function fieldRows(fields: Fields, prefix = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [
      `\`${prefix}${name}\``,
      [valuesText(field), defaultText(field)].filter(Boolean).join('; '),
      field.description ?? '',
    ],
    ...(field.properties === CONDITION_FIELDS && name !== 'condition'
      ? []
      : fieldRows(field.properties ?? {}, `${prefix}${name}.`)),
  ]);
}

/** Texts, and the words of a list, may be variables, unless they are of a fixed list. */
function valuesText({ type, enum: words, anyOf, items }: Field): string {
  const known = words ?? anyOf?.[0].enum ?? items?.enum;
  if (known !== undefined) {
    return `${type === 'array' ? 'list of ' : ''}${known.map((word) => `\`${word}\``).join(', ')}${anyOf === undefined ? '' : ', a variable'}`;
  }
  const name = { array: 'texts', boolean: 'switch', integer: 'number from 1', object: '', string: 'text' };
  return name[type ?? 'string'];
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
