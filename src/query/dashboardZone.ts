/** The IANA name of the zone that a dashboard is set to, where Grafana says `utc`, `browser` or nothing. */
export function dashboardZone(timezone: string, browserZone: string): string {
  return timezone === 'utc' ? 'UTC' : timezone === '' || timezone === 'browser' ? browserZone : timezone;
}
