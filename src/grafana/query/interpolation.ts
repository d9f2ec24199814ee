import type { ScopedVars } from '@grafana/data';
import type { TemplateSrv } from '@grafana/runtime';
import type { SeriesFilter } from '../../core/inventory/seriesFilter';
import { exactly, isExpression, unquoted } from '../../core/inventory/textPattern';
import { dashboardZone, variablesIn } from '../../query/dashboard';
import type { SavedOperator } from '../../query/condition';
import type { Field, Fields } from '../../query/fields';
import type { SavedQuery } from '../../query/savedQuery';
import { VARIABLE_FIELDS, type VariableQuery } from '../../query/variableQuery';

/**
 * Replaces the variables in a text; a variable with several values gives several texts.
 * @param use `filter`: the texts are values of a filter, in which a name that a variable has chosen is no pattern
 */
export type Interpolate = (text: string, use?: 'filter') => string[];

/** Control characters that no device code or tag key contains, so that values may contain commas and braces. */
const LIST_BORDER = '\u001E';
const SEPARATOR = '\u001F';
const NAME_BORDER = '\u001D';
/** In place of a name that a variable should have chosen, and has not. */
const NO_NAME = NAME_BORDER + NAME_BORDER;

/**
 * Replaces variables with Grafana's template service. A list stays a list: it is never parsed from a text, and a text around
 * it (`PUMP-$number`) is put around each of its values.
 */
export function createInterpolate(
  templates: Pick<TemplateSrv, 'replace'> & Partial<Pick<TemplateSrv, 'getVariables'>>,
  scopedVars: ScopedVars
): Interpolate {
  /** Grafana does not call it for the `allValue` of a variable, which whoever made the dashboard has typed. */
  const format = (value: unknown, variable?: { readonly name?: string; readonly type?: string }) => {
    const isTyped = TYPED_VARIABLES.has(typeOf(variable));
    const texts = (Array.isArray(value) ? value : [value]).map((one) =>
      isTyped ? String(one) : NAME_BORDER + unquoted(String(one)) + NAME_BORDER
    );
    if (texts.length === 0) {
      return NO_NAME;
    }
    return Array.isArray(value) ? `${LIST_BORDER}${texts.join(SEPARATOR)}${LIST_BORDER}` : texts.join();
  };
  /** A repeated panel has a variable of its own for its value, with the same name. */
  const typeOf = (variable: { readonly name?: string; readonly type?: string } = {}) =>
    templates.getVariables?.().find(({ name }) => name === variable.name)?.type ?? variable.type;
  return (text, use) => {
    const texts = templates
      .replace(text, scopedVars, format)
      .split(LIST_BORDER)
      .map((part) => part.split(SEPARATOR))
      .reduce((begun, parts) => begun.flatMap((start) => parts.map((part) => start + part)), ['']);
    return texts.map((item) => (use === 'filter' ? filterValue(item.trim()) : item.replaceAll(NAME_BORDER, '').trim()));
  };
}

/** The variables of which somebody types the values, so that they may be patterns. Others have names to choose from. */
const TYPED_VARIABLES: ReadonlySet<string | undefined> = new Set(['textbox', 'custom', 'constant']);

/** A value of a filter: a pattern only if what was typed around the names is one, and the names in it stand for themselves. */
function filterValue(marked: string): string {
  // Every second part is a name.
  const parts = marked.split(NAME_BORDER);
  const mapNames = (change: (name: string) => string, changeTyped = (typed: string) => typed) =>
    parts.map((part, index) => (index % 2 === 1 ? change(part) : changeTyped(part))).join('');
  const text = mapNames((name) => name);
  if (parts.length === 1) {
    return text;
  }
  // Without the name, what is around it would be a pattern for others.
  if (parts.some((part, index) => index % 2 === 1 && part === '')) {
    return NO_NAME;
  }
  if (isExpression(mapNames(() => 'x'))) {
    return mapNames(escapeName);
  }
  if (!parts.some((part, index) => index % 2 === 0 && part.includes('*'))) {
    return exactly(text);
  }
  return !isExpression(text) && mapNames((name) => name.replaceAll('*', '')) === text
    ? text
    : `/(?s)^${mapNames(escapeName, (typed) => typed.split('*').map(escapeName).join('.*'))}$/`;
}

/** The text in a regular expression of RE2, also within brackets. */
function escapeName(text: string): string {
  return text.replace(/[!-/:-@[-^`{-~]/g, String.raw`\$&`);
}

/** Grafana's variable for the time zone of a dashboard. */
const TIME_ZONE_VARIABLE = '$__timezone';

/** The time zone of the dashboard for a query that leaves it; nothing where there is no dashboard. */
export function chooseServerZone(interpolate: Interpolate, browserZone: string): Pick<SavedQuery, 'timeZone'> {
  const [timeZone = ''] = interpolate(TIME_ZONE_VARIABLE);
  return timeZone === TIME_ZONE_VARIABLE ? {} : { timeZone: dashboardZone(timeZone, browserZone) };
}

/** The query with its variables replaced. Never changes its argument. */
export function interpolateQuery<Q extends SavedQuery>(query: Q, fields: Fields, interpolate: Interpolate): Q {
  return { ...query, ...(interpolateFields(valuesOf(query), fields, interpolate) as Partial<Q>) };
}

function valuesOf(query: SavedQuery): Readonly<Record<string, unknown>> {
  return { ...query };
}

/** The values of the fields that can have variables, with the variables replaced. */
function interpolateFields(
  values: Readonly<Record<string, unknown>>,
  fields: Fields,
  interpolate: Interpolate
): Readonly<Record<string, unknown>> {
  const replaced = Object.entries(fields).flatMap(([name, { variables, properties }]): Array<[string, unknown]> => {
    const value = values[name];
    if (properties !== undefined) {
      const own = value as Readonly<Record<string, unknown>>;
      return [[name, { ...own, ...interpolateFields(own, properties, interpolate) }]];
    }
    return variables === undefined ? [] : [[name, replace(value, variables, interpolate)]];
  });
  return Object.fromEntries(replaced);
}

function replace(value: unknown, variables: NonNullable<Field['variables']>, interpolate: Interpolate): unknown {
  switch (variables) {
    case 'each':
      return interpolateFilter(value as readonly string[], interpolate);
    case 'first':
      return interpolate(value as string)[0] ?? value;
    case 'joined':
      return interpolate(value as string).join(', ');
  }
}

/**
 * References to the variables for which a filter of the query selects nothing: those to choose from that have no value, for example
 * because their values could not be loaded. Without them, the filter would select all. A variable that somebody types may be empty.
 */
export function emptyVariables(query: SavedQuery, fields: Fields, interpolate: Interpolate): readonly string[] {
  const values = valuesOf(query);
  return Object.entries(fields).flatMap(([name, { variables }]) => {
    const texts = variables === 'each' ? (values[name] as readonly string[]) : [];
    const references = selectsNothing(texts, interpolate) ? texts.flatMap(variablesIn) : [];
    return references.filter((reference) => interpolate(reference, 'filter').includes(NO_NAME));
  });
}

/** What a query has to do with variables, before they are replaced. */
export interface UsedVariables {
  readonly emptyVariables: readonly string[];
  readonly unknownVariables: readonly UnknownVariable[];
  /** The values that the query has from variables, rather than from whoever wrote it. */
  readonly chosenTexts: ReadonlySet<string>;
}

/** Of the texts that decide what is loaded: all with variables but templates, which are only shown. */
export function usedVariables(query: SavedQuery, fields: Fields, interpolate: Interpolate): UsedVariables {
  const texts = textsOf(valuesOf(query), fields);
  const chosen = texts.flatMap((text) => {
    const values = interpolate(text);
    return values.length === 1 && values[0] === text.trim() ? [] : [...values, ...interpolate(text, 'filter')];
  });
  return {
    emptyVariables: emptyVariables(query, fields, interpolate),
    unknownVariables: unknownVariablesIn(texts, interpolate),
    chosenTexts: new Set(chosen),
  };
}

function textsOf(values: Readonly<Record<string, unknown>>, fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { variables, properties }]): string | readonly string[] => {
    if (properties !== undefined) {
      return textsOf(values[name] as Readonly<Record<string, unknown>>, properties);
    }
    return variables === 'each' || variables === 'first' ? (values[name] as string | readonly string[]) : [];
  });
}

/** The unknown variables in the query of a variable. */
export function unknownVariablesOf(query: VariableQuery, interpolate: Interpolate): UnknownVariable[] {
  return unknownVariablesIn(textsOf({ ...query }, VARIABLE_FIELDS), interpolate);
}

/**
 * The texts that refer to variables which do not exist, and these references. Such a text would be sent to the server as it is; a code
 * may contain a `$`, though.
 */
function unknownVariablesIn(texts: readonly string[], interpolate: Interpolate): UnknownVariable[] {
  return texts.flatMap((text) => {
    const unknown = variablesIn(text).filter((reference) => interpolate(reference)[0] === reference);
    return unknown.map((reference) => ({ reference, text }));
  });
}

/** A reference to a variable that does not exist, and the text that contains it. */
export interface UnknownVariable {
  readonly reference: string;
  readonly text: string;
}

export function interpolateVariableQuery(query: VariableQuery, interpolate: Interpolate): InterpolatedVariableQuery {
  const {
    kind,
    site,
    area,
    deviceType,
    device,
    tag,
    condition,
    minDuration,
    joinWithin,
    hold,
    runsBy,
    count,
    withLast,
    order,
  } = query;
  const first = (text: string) => interpolate(text)[0] ?? text;
  const values = (text: string) => interpolateFilter(text === '' ? [] : [text], interpolate);
  return {
    ...{ kind, order, runsBy, count, withLast },
    sites: values(site),
    areas: values(area),
    deviceTypes: values(deviceType),
    devices: values(device),
    tags: values(tag),
    condition: {
      operator: first(condition.operator) as SavedOperator,
      value: first(condition.value),
      upper: first(condition.upper),
    },
    minDuration: first(minDuration),
    joinWithin: first(joinWithin),
    hold: first(hold),
  };
}

/** A variable's query with its own variables replaced; an empty list means all. */
export type InterpolatedVariableQuery = Pick<SeriesFilter, 'sites' | 'areas' | 'deviceTypes' | 'devices' | 'tags'> &
  Pick<
    VariableQuery,
    'kind' | 'order' | 'condition' | 'minDuration' | 'joinWithin' | 'hold' | 'runsBy' | 'count' | 'withLast'
  >;

/** A filter that would select nothing keeps its references, which are no names, because an empty one selects all. */
function interpolateFilter(texts: readonly string[], interpolate: Interpolate): string[] {
  if (selectsNothing(texts, interpolate)) {
    return [...texts];
  }
  const values = texts.flatMap((text) => interpolate(text, 'filter'));
  return [...new Set(values.filter((text) => text !== '' && text !== NO_NAME))];
}

function selectsNothing(texts: readonly string[], interpolate: Interpolate): boolean {
  const values = texts.flatMap((text) => interpolate(text, 'filter')).filter((text) => text !== '');
  return values.length > 0 && values.every((text) => text === NO_NAME);
}
