import type { DashboardLink } from '@grafana/schema';
import type { Language } from './language.ts';

/** The variables that lead from one dashboard to another. */
export type SharedVariable = 'source' | 'site' | 'device' | 'tag' | 'shiftStart' | 'shiftLength';

type Selection = 'one' | 'several';

const OF_PLANT = { source: 'one', site: 'several' } as const;
const OF_SHIFTS = { shiftStart: 'one', shiftLength: 'one' } as const;

/** How many values of each shared variable can be selected in each dashboard, in the order of the menu. */
export const SHARED_VARIABLES = {
  'plant-overview': { ...OF_PLANT, device: 'one', tag: 'one' },
  'plant-device': { ...OF_PLANT, device: 'one', tag: 'several' },
  'plant-tag': { ...OF_PLANT, device: 'one', tag: 'one', ...OF_SHIFTS },
  'plant-alerts': { ...OF_PLANT, device: 'several', tag: 'several' },
  'plant-alarm-system': OF_PLANT,
  'plant-compare': { ...OF_PLANT, device: 'several', tag: 'one', ...OF_SHIFTS },
  'plant-data-quality': { ...OF_PLANT, device: 'one', tag: 'several' },
  'plant-consumption': { ...OF_PLANT, device: 'several', ...OF_SHIFTS },
  'plant-availability': { ...OF_PLANT, ...OF_SHIFTS },
  'plant-batches': OF_PLANT,
  'plant-handover': OF_PLANT,
  'plant-exports': { source: 'one' },
  'plant-shared': {},
  'plant-shared-demo': {},
  'what-it-can-show': { source: 'one' },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<SharedVariable, Selection>>>>>;

export type DashboardName = keyof typeof SHARED_VARIABLES;

/** English dashboards have no suffix, so that their addresses are the ones in the documentation. */
export function dashboardUid(name: DashboardName, language: Language): string {
  return language === 'en' ? name : `${name}-${language}`;
}

/** The tag that lists the examples in a language, which only the demo plant has. */
export function examplesTag(language: Language): string {
  return `telemetria-examples-${language}`;
}

/** Values that a link passes on, by variable: a text, a reference such as `${__data.fields.tag}`, or `ALL`. */
export type Passed = Readonly<Partial<Record<SharedVariable, string>>>;

/** The value of a variable that is set to All. */
export const ALL = '$__all';

/** The address of a dashboard with the time range of the current one, and with its shared variables but for those that the link passes. */
export function dashboardUrl(from: DashboardName, to: DashboardName, language: Language, passed?: Passed): string {
  return `${urlWithVariables(from, to, language, passed)}&${DASHBOARD_RANGE}`;
}

/** A variable of which several values are selected, or all, is left out where only one can be. */
function urlWithVariables(from: DashboardName, to: DashboardName, language: Language, passed: Passed = {}): string {
  const [own, target]: ReadonlyArray<Readonly<Partial<Record<SharedVariable, Selection>>>> = [
    SHARED_VARIABLES[from],
    SHARED_VARIABLES[to],
  ];
  const variables = (Object.keys(target!) as SharedVariable[]).flatMap((name) => {
    if (passed[name] !== undefined) {
      return [`var-${name}=${encoded(passed[name])}`];
    }
    const isKept = own![name] !== undefined && (own![name] === 'one' || target![name] === 'several');
    return isKept ? [`\${${name}:queryparam}`] : [];
  });
  return `/d/${dashboardUid(to, language)}?${variables.join('&')}`;
}

/** Without a format, Grafana leaves the `#`, `&` and `+` of a value as they are, so that another device opens. */
function encoded(passed: string): string {
  if (passed === ALL) {
    return passed;
  }
  return /^\$\{.*\}$/.test(passed) ? passed.replace(/\}$/, ':percentencode}') : encodeURIComponent(passed);
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

/** A link at the top of a dashboard to another one, which keeps what is selected there, too, and by default the time range. */
export function menuLink(
  title: string,
  from: DashboardName,
  to: DashboardName,
  language: Language,
  { keepTime }: Pick<DashboardLink, 'keepTime'> = LINK
): DashboardLink {
  return { ...LINK, type: 'link', title, url: urlWithVariables(from, to, language), includeVars: false, keepTime };
}

/** A process with runs, as the variables of Batches. */
export interface Process {
  readonly device: string;
  readonly runTag: string;
  readonly limit: string;
  readonly joinWithin?: string;
  readonly curves: readonly [string, ...string[]];
  /** About as long as a run. */
  readonly from: string;
}

/** A link with the runs of a process. */
export function processLink(title: string, name: DashboardName, language: Language, process: Process): DashboardLink {
  const { device, runTag, limit, joinWithin = '', curves, from } = process;
  const { url, ...link } = menuLink(title, name, 'plant-batches', language, { keepTime: false });
  const values = [
    ...[`runDevice=${device}`, `runTag=${runTag}`, `limit=${limit}`, `joinWithin=${joinWithin}`],
    ...curves.map((curve) => `curve=${curve}`),
  ].map((value) => `var-${value}`);
  return { ...link, url: `${[url, ...values].join('&')}&from=${from}&to=now` };
}

/** A link of a row of runs that compares its run, and shows the time around it. @param kept the other variables of Batches */
export function runLink(title: string, language: Language, kept: readonly string[]): PageLink {
  const ofRow = (field: string) => encoded(`\${__data.fields.${field}}`);
  const values = [
    ...kept.map((name) => `\${${name}:queryparam}`),
    ...[`var-run=${ofRow('runStart')}`, `from=${ofRow('rangeFrom')}`, `to=${ofRow('rangeTo')}`],
  ];
  return { title, url: `/d/${dashboardUid('plant-batches', language)}?${values.join('&')}` };
}

/** A link with the day so far in place of the time range, so that one click compares it with the same hours of an earlier one. */
export function todayLink(title: string, from: DashboardName, to: DashboardName, language: Language): DashboardLink {
  const { url, ...link } = menuLink(title, from, to, language, { keepTime: false });
  return { ...link, url: `${url}&from=now%2Fd&to=now` };
}

/** The hours of a day at which a shift begins and ends; one that ends the next day ends after 24. */
export interface Shift {
  readonly fromHour: number;
  readonly toHour: number;
}

/**
 * A link with the last shift of these hours that has ended, in the time zone of the dashboard. Rounded, the start of a range is that of
 * a day, and its end that of the day before the next one.
 */
export function shiftLink(title: string, name: DashboardName, language: Language, shift: Shift): DashboardLink {
  const { fromHour, toHour } = shift;
  const from = `now-${toHour}h/d+${fromHour}h`;
  const to = `now-${toHour + HOURS_OF_DAY}h/d+${toHour}h`;
  const { url, ...link } = menuLink(title, name, name, language, { keepTime: false });
  return { ...link, url: `${url}&from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}` };
}

const HOURS_OF_DAY = 24;

/** A link that few need, in the menu beside the time range, to a dashboard with the same variables. */
export function rareLink(title: string, uid: string): DashboardLink {
  return { ...LINK, type: 'link', title, url: `/d/${uid}`, placement: 'inControlsMenu' };
}

/** Links to the dashboards with a tag, where there are any. */
export function tagLink(title: string, tag: string): DashboardLink {
  return { ...LINK, type: 'dashboards', title, tags: [tag] };
}

const LINK = {
  asDropdown: false,
  icon: 'dashboard',
  tags: [],
  targetBlank: false,
  tooltip: '',
  url: '',
  includeVars: true,
  keepTime: true,
};
