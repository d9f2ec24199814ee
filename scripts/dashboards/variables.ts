import type { VariableQuery } from '../../src/query/variableQuery.ts';
import type { Translate } from './language.ts';
import { variableQuery } from './queries.ts';
import { PLUGIN_ID, SELECTED_SOURCE } from './source.ts';

/** A variable as a dashboard file contains it. */
type SavedVariable = Readonly<Record<string, unknown>> & { readonly name: string; readonly label: string };

/** Rarely changed: in the menu beside the time range, so that the others fit a line. A Grafana without that menu shows them. */
const IN_CONTROLS_MENU = 3;

/** The pattern `*` also includes what the list does not contain, such as an alert of a device that is no longer listed. */
const ALL = { includeAll: true, multi: true, allValue: '*', current: { text: ['All'], value: ['$__all'] } };

/** Grafana selects the first of the list. */
const FIRST = { includeAll: false, multi: false, current: {} };

/** The device or tag of the most severe open alert is the first. */
const ALERTS_FIRST = { order: 'alerts' } as const;

export function sourceVariable(t: Translate): SavedVariable {
  return {
    name: 'source',
    label: t('variable.source'),
    type: 'datasource',
    query: PLUGIN_ID,
    refresh: 1,
    regex: '',
    hide: IN_CONTROLS_MENU,
    includeAll: false,
    multi: false,
    options: [],
    current: { text: 'default', value: 'default' },
    skipUrlSync: false,
  };
}

export function siteVariable(t: Translate): SavedVariable {
  return queryVariable('site', t('variable.site'), variableQuery('sites'), ALL);
}

export function deviceVariable(t: Translate): SavedVariable {
  return queryVariable(
    'device',
    t('device.title'),
    variableQuery('devices', { site: '$site', ...ALERTS_FIRST }),
    FIRST
  );
}

export function devicesVariable(t: Translate): SavedVariable {
  return queryVariable('device', t('devices.title'), variableQuery('devices', { site: '$site' }), ALL);
}

/** One tag of the selected device. */
export function tagVariable(t: Translate): SavedVariable {
  return queryVariable(
    'tag',
    t('tag.title'),
    variableQuery('tags', { site: '$site', device: '$device', ...ALERTS_FIRST }),
    FIRST
  );
}

/** Some tags of the selected device, or all. */
export function tagsVariable(t: Translate): SavedVariable {
  return queryVariable('tag', t('tags.title'), variableQuery('tags', { site: '$site', device: '$device' }), ALL);
}

/** Some counters of the selected devices: at first one, because several have different units. */
export function countersVariable(t: Translate): SavedVariable {
  const query = variableQuery('counters', { site: '$site', device: '$device' });
  return queryVariable('tag', t('consumption.counters'), query, { ...FIRST, multi: true });
}

/** One tag of any device of the selected sites. */
export function tagOfSitesVariable(t: Translate): SavedVariable {
  return queryVariable('tag', t('tag.title'), variableQuery('tags', { site: '$site', ...ALERTS_FIRST }), FIRST);
}

export function severityVariable(t: Translate): SavedVariable {
  return queryVariable('severity', t('variable.severity'), variableQuery('severities'), { ...ALL, refresh: 2 });
}

/** A list of texts, the first of which is selected. */
export function listVariable(name: string, label: string, values: readonly [string, ...string[]]): SavedVariable {
  const options = values.map((value) => ({ text: value, value, selected: value === values[0] }));
  return {
    name,
    label,
    type: 'custom',
    query: values.join(','),
    options,
    current: { text: values[0], value: values[0] },
    includeAll: false,
    multi: false,
    hide: IN_CONTROLS_MENU,
    skipUrlSync: false,
  };
}

function queryVariable(name: string, label: string, query: VariableQuery, more: object): SavedVariable {
  return {
    name,
    label,
    type: 'query',
    datasource: SELECTED_SOURCE,
    definition: query.kind,
    query: { ...query },
    refresh: 1,
    regex: '',
    sort: 0,
    hide: 0,
    options: [],
    skipUrlSync: false,
    ...more,
  };
}
