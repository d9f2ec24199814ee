import type { DashboardLink } from '@grafana/schema';
import type { Language } from './language.ts';

export type DashboardName =
  | 'plant-overview'
  | 'plant-device'
  | 'plant-tag'
  | 'plant-alerts'
  | 'plant-compare'
  | 'plant-data-quality'
  | 'plant-exports'
  | 'plant-shared'
  | 'plant-shared-demo'
  | 'what-it-can-show';

/** English dashboards have no suffix, so that their addresses are the ones in the documentation. */
export function dashboardUid(name: DashboardName, language: Language): string {
  return language === 'en' ? name : `${name}-${language}`;
}

/** The tag that lists the dashboards of a language. */
export function languageTag(language: Language): string {
  return `telemetria-${language}`;
}

/** Values that a link passes on, by variable: a reference such as `$device`, which Grafana encodes. */
type Passed = Readonly<Record<string, string>>;

/** The variables that dashboards share. */
export type SharedVariable = 'source' | 'site';

/** The address of a dashboard with the time range and the shared variables of the current one. */
export function dashboardUrl(uid: string, shared: readonly SharedVariable[], passed: Passed = {}): string {
  const variables = Object.entries(passed).map(([name, value]) => `var-${name}=${value}`);
  return `/d/${uid}?${[...shared.map((name) => `\${${name}:queryparam}`), ...variables, DASHBOARD_RANGE].join('&')}`;
}

const DASHBOARD_RANGE = '${__url_time_range}';

/** The link with the range of the panel, for one with a range of its own: there, Grafana's variable for the address is empty. */
export function withPanelRange(link: PageLink): PageLink {
  return { ...link, url: link.url.replace(DASHBOARD_RANGE, 'from=${__from}&to=${__to}') };
}

/** A link of a panel or a field. */
export interface PageLink {
  readonly title: string;
  readonly url: string;
}

/** A link at the top of a dashboard that few need, in the menu beside the time range. */
export function menuLink(title: string, uid: string): DashboardLink {
  return {
    ...LINK,
    type: 'link',
    title,
    url: `/d/${uid}`,
    icon: 'external link',
    includeVars: true,
    keepTime: true,
    placement: 'inControlsMenu',
  };
}

/** A menu of the dashboards with a tag. */
export function tagLink(title: string, tag: string): DashboardLink {
  return { ...LINK, type: 'dashboards', title, tags: [tag], asDropdown: true, includeVars: true, keepTime: true };
}

const LINK = { asDropdown: false, icon: 'external link', tags: [], targetBlank: false, tooltip: '', url: '' };
