/** What the server writes into the page for the workbench itself, beside Grafana's own boot data. */
export interface WorkbenchBoot {
  plugin: { id: string; name: string; version: string; languages: string[] };
  dashboards: DashboardSummary[];
  /** What could not be read of the provisioning files. */
  problems: string[];
}

export interface DashboardSummary {
  uid: string;
  title: string;
  folder: string;
  tags: string[];
}

interface BootData {
  user: Record<string, unknown>;
  workbench: WorkbenchBoot;
}

export function bootData(): BootData {
  return (window as unknown as { grafanaBootData: BootData }).grafanaBootData;
}

export function workbenchBoot(): WorkbenchBoot {
  return bootData().workbench;
}
