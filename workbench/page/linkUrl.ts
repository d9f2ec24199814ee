import type { DashboardLink } from '@grafana/schema';

/** The value of a variable for all of its options. */
const ALL = '$__all';

/**
 * The URL of a dashboard link, with the current time range and variables if the link keeps them. A variable that is set to All is left
 * out: where All can be selected, it is the default, and elsewhere the variable would have a value that is none of its options.
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
    if ((keepTime && isTime) || (includeVars && name.startsWith('var-') && value !== ALL)) {
      params.append(name, value);
    }
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
