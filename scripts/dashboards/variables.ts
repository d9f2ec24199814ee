import { USUAL } from '../../src/query/condition.ts';
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

/** What the list has, at first all of it: without any there is nothing to include. In the menu, since it is seldom changed. */
const ALL_LISTED = { ...ALL, allValue: undefined, hide: IN_CONTROLS_MENU };

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

/**
 * The devices of the selected areas that have a state. It is no `device`, because links would pass on one that has none, such as that
 * of the most severe alert.
 */
export function machinesVariable(t: Translate): SavedVariable {
  const query = variableQuery('devicesWithStates', { site: '$site', area: '$area' });
  return queryVariable('machine', t('devices.title'), query, ALL);
}

export function areaVariable(t: Translate): SavedVariable {
  return queryVariable('area', t('variable.area'), variableQuery('areas', { site: '$site' }), ALL);
}

/**
 * The states of the selected devices.
 * @param device the variable with the devices; absent: all of the selected sites
 */
export function statesVariable(t: Translate, device?: '$device' | '$machine'): SavedVariable {
  const query = variableQuery('states', { site: '$site', ...(device && { device }) });
  return queryVariable('state', t('variable.state'), query, ALL_LISTED);
}

/** The value or the name of the state in which a machine runs. */
export function runningVariable(t: Translate): SavedVariable {
  return textVariable('running', t('variable.running'), '1');
}

/** For how long a value is known; empty: as the data source says. @param isShown true: beside the others, not in their menu */
export function holdVariable(t: Translate, { isShown }: { readonly isShown: boolean }): SavedVariable {
  return { ...textVariable('hold', t('variable.hold'), ''), ...(!isShown && { hide: IN_CONTROLS_MENU }) };
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

/**
 * Some counters of the selected devices: at first one, because several have different units. It is no `tag`, because links would pass
 * the other tags of a device on.
 * @param device the variable with the devices; absent: all of the selected sites
 */
export function countersVariable(t: Translate, device?: '$device'): SavedVariable {
  const query = variableQuery('counters', { site: '$site', ...(device && { device }) });
  return queryVariable('counter', t('consumption.counters'), query, { ...FIRST, multi: true });
}

/*
 * What runs are of. Nothing says it, so that each list begins with its first. They are no `device` and no `tag`, because links would pass on
 * those of the most severe alert.
 */

export function runDeviceVariable(t: Translate): SavedVariable {
  const query = variableQuery('devices', { site: '$site', ...ALERTS_FIRST });
  return queryVariable('runDevice', t('device.title'), query, FIRST);
}

/** The tag that says when runs begin and end. */
export function runTagVariable(t: Translate): SavedVariable {
  const query = variableQuery('tags', { site: '$site', device: '$runDevice', ...ALERTS_FIRST });
  return queryVariable('runTag', t('variable.runTag'), query, FIRST);
}

/** The fields that say what runs are, in queries and in the variables that list them. */
export const RUN_RULES = {
  condition: { operator: '$condition', value: '$limit', upper: '' },
  minDuration: '$minRun',
  joinWithin: '$joinWithin',
} as const;

/** The rules that few processes need, in the menu. */
export function runRulesVariables(t: Translate): SavedVariable[] {
  return [
    { ...textVariable('joinWithin', t('variable.joinWithin'), ''), hide: IN_CONTROLS_MENU },
    { ...textVariable('minRun', t('variable.minRun'), ''), hide: IN_CONTROLS_MENU },
  ];
}

/** The run that is compared: at first the last one, whichever that is. */
export function runVariable(t: Translate): SavedVariable {
  return queryVariable('run', t('variable.run'), runsQuery({ withLast: true }), FIRST);
}

/** The runs that it is compared with: at first all others. */
export function referenceVariable(t: Translate): SavedVariable {
  return queryVariable('reference', t('variable.reference'), runsQuery({}), ALL);
}

function runsQuery(more: Partial<VariableQuery>) {
  return variableQuery('runs', { site: '$site', device: '$runDevice', tag: '$runTag', ...RUN_RULES, ...more });
}

/** The measures whose courses in the runs are compared. */
export function curvesVariable(t: Translate): SavedVariable {
  const query = variableQuery('measures', { site: '$site', device: '$runDevice' });
  return queryVariable('curve', t('variable.curve'), query, { ...FIRST, multi: true });
}

/** The measures of the selected sites. */
export function measuresVariable(t: Translate): SavedVariable {
  const query = variableQuery('measures', { site: '$site' });
  return queryVariable('measure', t('variable.measure'), query, ALL_LISTED);
}

/** For how long readings are equal before a sensor counts as stuck. */
export function unchangedVariable(t: Translate): SavedVariable {
  const durations = ['1h', '4h', '12h', '1d'].map(sameText);
  const usual = { text: t('variable.usual'), value: USUAL };
  return { ...namedListVariable('unchanged', t('variable.unchanged'), [usual, ...durations]), hide: IN_CONTROLS_MENU };
}

/** One tag of any device of the selected sites. */
export function tagOfSitesVariable(t: Translate): SavedVariable {
  return queryVariable('tag', t('tag.title'), variableQuery('tags', { site: '$site', ...ALERTS_FIRST }), FIRST);
}

export function severityVariable(t: Translate): SavedVariable {
  return queryVariable('severity', t('variable.severity'), variableQuery('severities'), ALL);
}

/** A text that users write. */
export function textVariable(name: string, label: string, value: string): SavedVariable {
  const option = { text: value, value, selected: true };
  return {
    name,
    label,
    type: 'textbox',
    query: value,
    options: [option],
    current: { text: value, value },
    hide: 0,
    skipUrlSync: false,
  };
}

/** A list of texts, the first of which is selected. */
export function listVariable(name: string, label: string, values: readonly [string, ...string[]]): SavedVariable {
  const [first, ...others] = values.map(sameText);
  return { ...namedListVariable(name, label, [first!, ...others]), query: values.join(','), hide: IN_CONTROLS_MENU };
}

const sameText = (value: string) => ({ text: value, value });

interface NamedValue {
  readonly text: string;
  readonly value: string;
}

/** The same of values that have a text. */
function namedListVariable(name: string, label: string, values: readonly [NamedValue, ...NamedValue[]]): SavedVariable {
  const [first] = values;
  return {
    name,
    label,
    type: 'custom',
    query: values.map(({ text, value }) => `${text} : ${value}`).join(','),
    options: values.map((one) => ({ ...one, selected: one === first })),
    current: first,
    includeAll: false,
    multi: false,
    hide: 0,
    skipUrlSync: false,
  };
}

/** As of when values and open alerts are shown: now, or at the end of the time range. */
export function atVariable(t: Translate): SavedVariable {
  return namedListVariable('at', t('variable.at'), [
    { text: t('variable.at.now'), value: 'now' },
    { text: t('variable.at.rangeEnd'), value: 'rangeEnd' },
  ]);
}

/** Where runs are laid over each other. */
export function alignVariable(t: Translate): SavedVariable {
  return namedListVariable('align', t('variable.align'), [
    { text: t('variable.align.start'), value: 'start' },
    { text: t('variable.align.end'), value: 'end' },
    { text: t('variable.align.stretch'), value: 'stretch' },
  ]);
}

/** How the value of a tag is compared with a limit. */
export function conditionVariable(t: Translate): SavedVariable {
  return namedListVariable('condition', t('variable.condition'), [
    { text: t('tag.limit.above'), value: '>' },
    { text: t('tag.limit.below'), value: '<' },
    { text: t('tag.limit.equal'), value: '=' },
  ]);
}

function queryVariable(name: string, label: string, query: Partial<VariableQuery>, more: object): SavedVariable {
  return {
    name,
    label,
    type: 'query',
    datasource: SELECTED_SOURCE,
    definition: query.kind,
    query: { ...query },
    // With the time range, and so at each refresh: an API that was away fills the lists when it is back. Most refreshes cost no request.
    refresh: 2,
    regex: '',
    sort: 0,
    hide: 0,
    options: [],
    skipUrlSync: false,
    ...more,
  };
}
