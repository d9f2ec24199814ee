import type { DashboardLink } from '@grafana/schema';
import { type Language, LANGUAGES, type Translate, translateTo } from './language.ts';
import {
  type DashboardName,
  dashboardUid,
  dashboardUrl,
  examplesTag,
  menuLink,
  type PageLink,
  type Passed,
  rareLink,
  tagLink,
  todayLink,
} from './links.ts';
import type { Panel } from './panels.ts';
import { sourceVariable } from './variables.ts';

/** What a description of a dashboard needs for one language. */
export interface DashboardContext {
  readonly name: DashboardName;
  readonly language: Language;
  readonly t: Translate;
  /** A link to another dashboard with the values of this one, but for those that are passed. */
  readonly linkTo: (name: DashboardName, title: string, passed?: Passed) => PageLink;
  /** A link at the top to another dashboard, or to this one, with the day so far. */
  readonly todayLink: (name: DashboardName, title: string) => DashboardLink;
}

export function createContext(name: DashboardName, language: Language): DashboardContext {
  return {
    name,
    language,
    t: translateTo(language),
    linkTo: (target, title, passed) => ({ title, url: dashboardUrl(name, target, language, passed) }),
    todayLink: (target, title) => todayLink(title, name, target, language),
  };
}

const COLUMNS = 24;

/** Panels side by side, columns of panels side by side, or the title of a section. */
type Row =
  | { readonly height: number; readonly panels: ReadonlyArray<readonly [width: number, panel: Panel]> }
  | { readonly columns: readonly Column[] }
  | { readonly section: string };

type Column = readonly [width: number, panels: ReadonlyArray<readonly [height: number, panel: Panel]>];

interface DashboardOptions {
  readonly title: string;
  readonly description: string;
  readonly from: string;
  readonly refresh: string;
  /** After those of the menu. */
  readonly links?: readonly DashboardLink[];
  /** After the data source. */
  readonly variables: readonly object[];
  readonly rows: readonly Row[];
}

/** A dashboard file in Grafana's classic schema. */
export interface DashboardFile {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly object[];
  readonly [key: string]: unknown;
}

export function dashboard({ name, language, t }: DashboardContext, options: DashboardOptions): DashboardFile {
  const { title, description, from, refresh, links = [], variables, rows } = options;
  return {
    uid: dashboardUid(name, language),
    title,
    description,
    tags: ['telemetria', `telemetria-${language}`, ...(name === 'what-it-can-show' ? [examplesTag(language)] : [])],
    schemaVersion: 41,
    version: 1,
    editable: true,
    graphTooltip: 1,
    timezone: 'browser',
    weekStart: '',
    time: { from, to: 'now' },
    refresh,
    timepicker: { refresh_intervals: ['10s', '30s', '1m', '5m', '15m'] },
    fiscalYearStartMonth: 0,
    liveNow: false,
    preload: false,
    links: [...menu(name, language, t), ...links, ...otherLanguages(name, language)],
    templating: { list: [sourceVariable(t), ...variables] },
    annotations: { list: [] },
    panels: placePanels(rows),
  };
}

/** Where one goes from any dashboard. The examples exist only beside the demo plant. */
function menu(from: DashboardName, language: Language, t: Translate) {
  const titles = [
    ['plant-overview', t('menu.overview')],
    ['plant-device', t('device.title')],
    ['plant-tag', t('tag.title')],
    ['plant-alerts', t('alerts.title')],
    ['plant-alarm-system', t('alarms.title')],
    ['plant-compare', t('compare.title')],
    ['plant-data-quality', t('menu.quality')],
    ['plant-consumption', t('consumption.title')],
    ['plant-availability', t('availability.title')],
    ['plant-batches', t('batches.title')],
    ['plant-handover', t('handover.title')],
    ['plant-exports', t('exports.title')],
  ] as const;
  return [
    ...titles.map(([to, title]) => menuLink(title, from, to, language, { keepTime: !OF_THEIR_OWN_TIME.has(to) })),
    tagLink(t('menu.examples'), examplesTag(language)),
  ];
}

/** A run or a shift is as long as it is: in days that somebody looked at before, it would be a corner of the page. */
const OF_THEIR_OWN_TIME: ReadonlySet<DashboardName> = new Set(['plant-batches', 'plant-handover']);

/** The same dashboard in every other language, which its link is named after. */
function otherLanguages(name: DashboardName, language: Language) {
  return LANGUAGES.filter((other) => other !== language).map((other) =>
    rareLink(translateTo(other)('language'), dashboardUid(name, other))
  );
}

/** Panels with their ids and places, from top to bottom. */
function placePanels(rows: readonly Row[]): object[] {
  const panels: object[] = [];
  let top = 0;
  for (const row of rows) {
    let x = 0;
    let bottom = top;
    for (const [width, stack] of rowColumns(row)) {
      let y = top;
      for (const [height, panel] of stack) {
        panels.push({ id: panels.length + 1, ...panel, gridPos: { x, y, w: width, h: height } });
        y += height;
      }
      x += width;
      bottom = Math.max(bottom, y);
    }
    top = bottom;
  }
  return panels;
}

function rowColumns(row: Row): readonly Column[] {
  if ('section' in row) {
    return [[COLUMNS, [[1, { type: 'row', title: row.section, collapsed: false, panels: [] }]]]];
  }
  return 'columns' in row ? row.columns : row.panels.map(([width, panel]) => [width, [[row.height, panel]]]);
}
