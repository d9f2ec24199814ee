import type { DashboardLink } from '@grafana/schema';

/**
 * The URL of a dashboard link, with the current time range and variables if the link keeps them.
 * @param search query string of the current page
 */
export function linkUrl(
  { url = '', keepTime, includeVars }: Pick<DashboardLink, 'url' | 'keepTime' | 'includeVars'>,
  search: string
): string {
  const [path = '', query] = url.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(search)) {
    const isTime = name === 'from' || name === 'to' || name === 'timezone';
    if ((keepTime && isTime) || (includeVars && name.startsWith('var-'))) {
      params.append(name, value);
    }
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
