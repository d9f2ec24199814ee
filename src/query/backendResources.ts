/** Where Grafana passes requests on to the backend of the plugin. */
export function resourcesUrl(dataSourceUid: string): string {
  return `/api/datasources/uid/${encodeURIComponent(dataSourceUid)}/resources`;
}

/** The resource that only says that the backend runs. */
export const STATUS_PATH = 'status';

/** The most pages that the backend of the plugin takes in one request. */
export const MAX_PAGES_TOGETHER = 500;
