import type { AnnotationQuery } from '@grafana/data';
import { isObject, MemberReader, type UnknownObject } from '../jsonShape.ts';
import type { DashboardModel, LinkModel, VariableModel } from './dashboardModel.ts';
import { decodePanel } from './decodePanel.ts';
import { decodeRef } from './decodeRef.ts';

/**
 * Names the members of a parsed dashboard file.
 * @throws Error naming the member that is wrong
 */
export function decodeDashboard(json: unknown): DashboardModel {
  const dashboard = new MemberReader(json, 'dashboard');
  const time = new MemberReader(dashboard.object('time') ?? {}, 'dashboard.time');
  const picker = new MemberReader(dashboard.object('timepicker') ?? {}, 'dashboard.timepicker');
  const templating = new MemberReader(dashboard.object('templating') ?? {}, 'dashboard.templating');
  const annotations = new MemberReader(dashboard.object('annotations') ?? {}, 'dashboard.annotations');
  const intervals = picker.array('refresh_intervals').filter((interval) => typeof interval === 'string');
  return {
    title: dashboard.requiredString('title'),
    from: time.string('from') || 'now-6h',
    to: time.string('to') || 'now',
    timeZone: dashboard.string('timezone') || 'browser',
    weekStart: dashboard.string('weekStart') || undefined,
    // Older files say `false` for none.
    refresh: isObject(json) && typeof json.refresh === 'string' ? json.refresh : '',
    refreshIntervals: intervals.length > 0 ? intervals : undefined,
    cursorSync: dashboard.number('graphTooltip') ?? 0,
    variables: templating
      .array('list')
      .map((entry, index) => decodeVariable(entry, `dashboard.templating.list[${index}]`)),
    annotations: annotations.array('list').filter(isObject).map(decodeAnnotation),
    links: dashboard
      .array('links')
      .filter(isObject)
      .map(decodeLink)
      .filter((link) => link.url !== ''),
    panels: dashboard.array('panels').map((entry, index) => decodePanel(entry, `dashboard.panels[${index}]`)),
  };
}

function decodeVariable(entry: unknown, where: string): VariableModel {
  const variable = new MemberReader(entry, where);
  const { query, current } = entry as UnknownObject;
  const chosen = isObject(current) ? current : {};
  return {
    type: variable.requiredString('type'),
    name: variable.requiredString('name'),
    label: variable.string('label') || undefined,
    description: variable.string('description') || undefined,
    hide: variable.number('hide') ?? 0,
    skipUrlSync: variable.boolean('skipUrlSync') ?? false,
    multi: variable.boolean('multi') ?? false,
    includeAll: variable.boolean('includeAll') ?? false,
    allValue: variable.string('allValue') || undefined,
    datasource: decodeRef(variable.object('datasource')) ?? null,
    query,
    regex: variable.string('regex') ?? '',
    sort: variable.number('sort') ?? 0,
    refresh: variable.number('refresh') ?? 1,
    value: decodeChoice(chosen.value),
    text: decodeChoice(chosen.text),
  };
}

function decodeChoice(choice: unknown): string | string[] {
  if (Array.isArray(choice)) {
    return choice.map(String);
  }
  return typeof choice === 'string' || typeof choice === 'number' ? String(choice) : '';
}

function decodeAnnotation(entry: UnknownObject): AnnotationQuery {
  const { name, enable, iconColor } = entry;
  return {
    ...entry,
    name: typeof name === 'string' ? name : '',
    enable: enable !== false,
    iconColor: typeof iconColor === 'string' ? iconColor : 'red',
    datasource: isObject(entry.datasource) ? decodeRef(entry.datasource) : undefined,
  };
}

function decodeLink(entry: UnknownObject): LinkModel {
  const link = new MemberReader(entry, 'dashboard.links');
  return {
    title: link.string('title') ?? '',
    url: link.string('url') ?? '',
    keepTime: link.boolean('keepTime') ?? false,
    includeVars: link.boolean('includeVars') ?? false,
    opensTab: link.boolean('targetBlank') ?? false,
    tooltip: link.string('tooltip') ?? '',
  };
}
