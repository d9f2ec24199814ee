import i18next from 'i18next';
import { workbenchBoot, type DashboardSummary } from './boot.ts';

/** The uid of a Spanish dashboard is that of the English one with this ending. */
const SPANISH = '-es';

/** The provisioned dashboards in the language of the page. One without a Spanish variant is listed in both languages. */
export function listedDashboards(): DashboardSummary[] {
  return workbenchBoot().dashboards.filter(({ uid }) => uidInLanguage(uid) === uid);
}

/** The dashboard that `/` opens: the configured one or the first; undefined if none is provisioned. */
export function homeDashboard(): DashboardSummary | undefined {
  const { home } = workbenchBoot();
  const listed = listedDashboards();
  return listed.find(({ uid }) => uid === uidInLanguage(home)) ?? listed[0];
}

/** The uid of the variant of a dashboard in the language of the page, or the same uid if there is none. */
export function uidInLanguage(uid: string): string {
  const english = uid.endsWith(SPANISH) ? uid.slice(0, -SPANISH.length) : uid;
  const wanted = i18next.language.startsWith('es') ? english + SPANISH : english;
  return workbenchBoot().dashboards.some((dashboard) => dashboard.uid === wanted) ? wanted : uid;
}

/** The address with the language of the dashboard that it opens, if that is the variant of another language than the page's. */
export function withLanguage(url: string): string {
  const uid = /^\/d\/([^/?]+)/.exec(url)?.[1];
  if (uid === undefined || uidInLanguage(uid) === uid) {
    return url;
  }
  return `${url}${url.includes('?') ? '&' : '?'}lang=${uid.endsWith(SPANISH) ? 'es' : 'en'}`;
}

/** The path of a dashboard, the same as in Grafana. */
export function dashboardPath(uid: string): string {
  return `/d/${encodeURIComponent(uid)}`;
}
