import type { DataQuery } from '@grafana/schema';
import { CONDITION_FIELDS } from './condition';
import { choiceField, type FieldValues, objectField, readFields, switchField, textField } from './fields';
import { FOUND_RUNS_FIELDS } from './foundRuns';
import { SIGNAL_FIELDS } from './savedQuery';

/** Measures, counters and states are the tags with such a type. Severities and rules come from the alerts of the time range, periods and runs from its data, everything else from the inventory. */
export const VARIABLE_KINDS = [
  'sites',
  'areas',
  'deviceTypes',
  'devices',
  'tags',
  'measures',
  'counters',
  'states',
  'devicesWithStates',
  'units',
  'severities',
  'rules',
  'periods',
  'runs',
] as const;

export const VARIABLE_FIELDS = {
  kind: choiceField(VARIABLE_KINDS, 'devices', 'What is listed'),
  site: textField('', 'Only this site; empty, or a variable set to All: every site'),
  area: textField('', 'Only this area'),
  deviceType: textField('', 'Only this device type, as the server names it'),
  device: textField(
    '',
    'Only this device code, for `tags`, `measures`, `counters`, `states`, `units`, `periods` and `runs`; empty: every device that the other filters leave'
  ),
  order: choiceField(
    ['name', 'alerts'],
    'name',
    'Of devices and tags. `alerts`: the most severe open alert first, then the device with the latest contact, then by name'
  ),
  tag: textField('', 'The tag key, for `periods` and `runs`'),
  runsBy: FOUND_RUNS_FIELDS.runsBy,
  condition: objectField(CONDITION_FIELDS, 'When a period or run begins and ends'),
  minDuration: textField('', 'Shorter ones are left out, such as `1m`; empty: none'),
  joinWithin: textField('', 'Interruptions up to this long do not end one, such as `30s`; empty: all do'),
  hold: SIGNAL_FIELDS.hold,
  count: FOUND_RUNS_FIELDS.count,
  withLast: switchField('`runs` begins with `last`, which is the last run, whichever that is at the time'),
};

/** The query of a dashboard variable: the values it lists, filtered by the variables before it. */
export type VariableQuery = DataQuery & FieldValues<typeof VARIABLE_FIELDS> & { readonly version: 1 };

export const DEFAULT_VARIABLE_QUERY: VariableQuery = {
  refId: 'variable',
  version: 1,
  ...readFields(VARIABLE_FIELDS, {}),
};

/** Any saved query of a variable, which an older Grafana may have saved as a plain string, with its defaults. */
export function normalizeVariableQuery(saved: unknown): VariableQuery {
  const fields: Readonly<Record<string, unknown>> = typeof saved === 'object' && saved !== null ? { ...saved } : {};
  return {
    ...DEFAULT_VARIABLE_QUERY,
    ...(typeof fields.refId === 'string' && { refId: fields.refId }),
    ...readFields(VARIABLE_FIELDS, fields),
  };
}

/** A field of a variable's query that filters its list. */
export type VariableFilter = 'site' | 'area' | 'deviceType' | 'device' | 'tag';

/** The filters that each list supports. */
export const FILTERS_BY_KIND: Readonly<Record<VariableQuery['kind'], readonly VariableFilter[]>> = {
  sites: [],
  areas: ['site'],
  deviceTypes: ['site', 'area'],
  devices: ['site', 'area', 'deviceType'],
  tags: ['site', 'area', 'deviceType', 'device'],
  measures: ['site', 'area', 'deviceType', 'device'],
  counters: ['site', 'area', 'deviceType', 'device'],
  states: ['site', 'area', 'deviceType', 'device'],
  devicesWithStates: ['site', 'area', 'deviceType'],
  units: ['site', 'area', 'deviceType', 'device'],
  severities: [],
  rules: [],
  periods: ['device', 'tag'],
  runs: ['device', 'tag'],
};

/** True for a list of what a tag says when it begins and ends. */
export function listsPeriods(kind: VariableQuery['kind']): kind is 'periods' | 'runs' {
  return kind === 'periods' || kind === 'runs';
}

/** True for a list that can have the values with open alerts first. */
export function takesOrder(kind: VariableQuery['kind']): boolean {
  return kind === 'devices' || kind === 'tags';
}

/** Changes what is listed. What the new list does not support is cleared, so that nothing hidden applies. */
export function changeVariableKind(query: VariableQuery, kind: VariableQuery['kind']): VariableQuery {
  const supportedValue = (filter: VariableFilter) => (FILTERS_BY_KIND[kind].includes(filter) ? query[filter] : '');
  return {
    ...query,
    kind,
    site: supportedValue('site'),
    area: supportedValue('area'),
    deviceType: supportedValue('deviceType'),
    device: supportedValue('device'),
    tag: supportedValue('tag'),
    ...periodOptions(listsPeriods(kind) ? query : DEFAULT_VARIABLE_QUERY),
    ...runOptions(kind === 'runs' ? query : DEFAULT_VARIABLE_QUERY),
    order: takesOrder(kind) ? query.order : DEFAULT_VARIABLE_QUERY.order,
  };
}

function periodOptions({ condition, minDuration, joinWithin, hold }: VariableQuery) {
  return { condition, minDuration, joinWithin, hold };
}

function runOptions({ runsBy, count, withLast }: VariableQuery) {
  return { runsBy, count, withLast };
}

/** Sets a filter; an empty value removes it. */
export function changeFilter(query: VariableQuery, filter: VariableFilter, value: string): VariableQuery {
  return { ...query, [filter]: value.trim() };
}
