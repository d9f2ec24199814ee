/** The path of a dashboard, the same as in Grafana. */
export function dashboardPath({ uid }: { uid: string }): string {
  return `/d/${encodeURIComponent(uid)}`;
}
