/** The boot data of the workbench itself, which the server adds to Grafana's boot data. */
export interface WorkbenchBoot {
  readonly plugin: { id: string; name: string; version: string; languages: string[] };
  readonly dashboards: DashboardSummary[];
  /** Uid of the dashboard that `/` opens. */
  readonly home: string;
  /** Errors in the provisioning files. */
  readonly problems: string[];
}

export interface DashboardSummary {
  readonly uid: string;
  readonly title: string;
  readonly folder: string;
  readonly tags: string[];
}

interface BootData {
  readonly user: Record<string, unknown>;
  readonly settings: { readonly changedDataSources: readonly string[] };
  readonly workbench: WorkbenchBoot;
}

export function bootData(): BootData {
  return (window as unknown as { grafanaBootData: BootData }).grafanaBootData;
}

export function workbenchBoot(): WorkbenchBoot {
  return bootData().workbench;
}
