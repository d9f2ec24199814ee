import type { LinkModel } from './dashboardModel.ts';

/**
 * Where a dashboard's link leads: its own address with what it keeps of the present one.
 * @param search the query of the present address, which holds the time range and the variables
 */
export function linkAddress({ url, keepTime, includeVars }: LinkModel, search: string): string {
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
