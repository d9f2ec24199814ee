/** Where a dashboard is, the same as in Grafana. */
export function dashboardPath({ uid }: { uid: string }): string {
  return `/d/${encodeURIComponent(uid)}`;
}
