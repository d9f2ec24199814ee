import type { AnnotationQuery } from '@grafana/data';
import { isObject, MemberReader, type UnknownObject } from '../jsonShape.ts';
import type { DashboardModel, LinkModel, VariableModel } from './dashboardModel.ts';
import { decodePanel } from './decodePanel.ts';
import { decodeDataSourceRef } from './decodeDataSourceRef.ts';

/**
 * Decodes a parsed dashboard file.
 * @throws Error that names the invalid member
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
    // Older files have `false` to disable auto-refresh.
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
  const selected = isObject(current) ? current : {};
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
    datasource: decodeDataSourceRef(variable.object('datasource')) ?? null,
    query,
    regex: variable.string('regex') ?? '',
    sort: variable.number('sort') ?? 0,
    refresh: variable.number('refresh') ?? 1,
    value: decodeSelection(selected.value),
    text: decodeSelection(selected.text),
  };
}

function decodeSelection(selection: unknown): string | string[] {
  if (Array.isArray(selection)) {
    return selection.map(String);
  }
  return typeof selection === 'string' || typeof selection === 'number' ? String(selection) : '';
}

function decodeAnnotation(entry: UnknownObject): AnnotationQuery {
  const { name, enable, iconColor } = entry;
  return {
    ...entry,
    name: typeof name === 'string' ? name : '',
    enable: enable !== false,
    iconColor: typeof iconColor === 'string' ? iconColor : 'red',
    datasource: isObject(entry.datasource) ? decodeDataSourceRef(entry.datasource) : undefined,
  };
}

function decodeLink(entry: UnknownObject): LinkModel {
  const link = new MemberReader(entry, 'dashboard.links');
  return {
    title: link.string('title') ?? '',
    url: link.string('url') ?? '',
    keepTime: link.boolean('keepTime') ?? false,
    includeVars: link.boolean('includeVars') ?? false,
    opensInNewTab: link.boolean('targetBlank') ?? false,
    tooltip: link.string('tooltip') ?? '',
  };
}
