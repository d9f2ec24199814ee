import {
  type AnnotationQuery,
  type DataSourceRef,
  type DataTransformerConfig,
  type FieldConfigSource,
} from '@grafana/data';
import { isObject, MemberReader, type UnknownObject } from '../jsonShape.ts';

/** A dashboard file of the classic schema, as far as the workbench shows it. */
export interface DashboardModel {
  title: string;
  from: string;
  to: string;
  timeZone: string;
  weekStart: string | undefined;
  /** Such as `30s`; empty for none. */
  refresh: string;
  refreshIntervals: string[] | undefined;
  /** 0 none, 1 a shared cursor, 2 a shared tooltip. */
  cursorSync: number;
  variables: VariableModel[];
  annotations: AnnotationQuery[];
  links: LinkModel[];
  /** In the order of the file; a row is followed by its panels, or holds them when it is collapsed. */
  panels: PanelModel[];
}

export interface VariableModel {
  type: string;
  name: string;
  label: string | undefined;
  description: string | undefined;
  hide: number;
  skipUrlSync: boolean;
  multi: boolean;
  includeAll: boolean;
  allValue: string | undefined;
  datasource: DataSourceRef | null;
  query: unknown;
  regex: string;
  sort: number;
  refresh: number;
  /** The saved choice. */
  value: string | string[];
  text: string | string[];
}

/** A link of the dashboard to an address; other kinds of links are left out. */
export interface LinkModel {
  title: string;
  url: string;
  keepTime: boolean;
  includeVars: boolean;
  opensTab: boolean;
  tooltip: string;
}

export interface PanelModel {
  id: number;
  type: string;
  title: string;
  description: string | undefined;
  place: { x: number; y: number; width: number; height: number };
  datasource: DataSourceRef | undefined;
  targets: Array<UnknownObject & { refId: string }>;
  options: UnknownObject;
  fieldConfig: FieldConfigSource;
  transformations: DataTransformerConfig[];
  minInterval: string | undefined;
  maxDataPoints: number | undefined;
  timeFrom: string | undefined;
  timeShift: string | undefined;
  hideTimeOverride: boolean;
  transparent: boolean;
  isCollapsed: boolean;
  /** Of a collapsed row. */
  panels: PanelModel[];
}

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

function decodePanel(entry: unknown, where: string): PanelModel {
  const panel = new MemberReader(entry, where);
  const grid = new MemberReader(panel.object('gridPos') ?? {}, `${where}.gridPos`);
  const fieldConfig = new MemberReader(panel.object('fieldConfig') ?? {}, `${where}.fieldConfig`);
  return {
    id: panel.number('id') ?? 0,
    type: panel.requiredString('type'),
    title: panel.string('title') ?? '',
    description: panel.string('description') || undefined,
    place: {
      x: grid.number('x') ?? 0,
      y: grid.number('y') ?? 0,
      width: grid.number('w') ?? 12,
      height: grid.number('h') ?? 8,
    },
    datasource: decodeRef(panel.object('datasource')),
    targets: panel.array('targets').filter(isTarget),
    options: panel.object('options') ?? {},
    fieldConfig: {
      defaults: fieldConfig.object('defaults') ?? {},
      overrides: fieldConfig.array('overrides') as FieldConfigSource['overrides'],
    },
    transformations: panel.array('transformations') as DataTransformerConfig[],
    minInterval: panel.string('interval') || undefined,
    maxDataPoints: panel.number('maxDataPoints') || undefined,
    timeFrom: panel.string('timeFrom') || undefined,
    timeShift: panel.string('timeShift') || undefined,
    hideTimeOverride: panel.boolean('hideTimeOverride') ?? false,
    transparent: panel.boolean('transparent') ?? false,
    isCollapsed: panel.boolean('collapsed') ?? false,
    panels: panel.array('panels').map((inner, index) => decodePanel(inner, `${where}.panels[${index}]`)),
  };
}

function isTarget(entry: unknown): entry is UnknownObject & { refId: string } {
  return isObject(entry) && typeof entry.refId === 'string';
}

function decodeRef(ref: UnknownObject | undefined): DataSourceRef | undefined {
  if (!ref) {
    return undefined;
  }
  const { uid, type } = ref;
  return { uid: typeof uid === 'string' ? uid : undefined, type: typeof type === 'string' ? type : undefined };
}
