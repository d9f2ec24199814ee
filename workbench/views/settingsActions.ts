import type { DataSourceSettings } from '@grafana/data';
import { getBackendSrv, getDataSourceSrv, isFetchError } from '@grafana/runtime';

export interface TestOutcome {
  readonly severity: 'success' | 'warning' | 'error' | 'info';
  readonly title: string;
  readonly details: string;
}

/**
 * Saves the settings on the workbench server and recreates the data source with them.
 * @returns the saved settings; secrets are reduced to their names
 */
export async function saveSettings(settings: DataSourceSettings): Promise<DataSourceSettings> {
  const { datasource }: { datasource: DataSourceSettings } = await getBackendSrv().put(
    `/api/datasources/uid/${encodeURIComponent(settings.uid)}`,
    settings,
    { showErrorAlert: false }
  );
  await getDataSourceSrv().reload();
  return datasource;
}

/** Runs the data source's own test. An exception is an error result, as in Grafana. */
export async function testDataSource(uid: string): Promise<TestOutcome> {
  const dataSource = await getDataSourceSrv().get(uid);
  try {
    const { status, message, details } = await dataSource.testDatasource();
    return { severity: severityOf(status), title: message ?? '', details: detailText(details) };
  } catch (error) {
    return {
      severity: 'error',
      title: errorTitle(error),
      details: detailText((error as { details?: unknown }).details),
    };
  }
}

function severityOf(status: unknown): TestOutcome['severity'] {
  return status === 'error' || status === 'warning' || status === 'info' ? status : 'success';
}

function errorTitle(error: unknown): string {
  if (isFetchError(error)) {
    return error.data?.message ?? `HTTP error ${error.statusText ?? error.status}`;
  }
  return error instanceof Error ? error.message : String(error);
}

function detailText(details: unknown): string {
  const { message, verboseMessage } = (details ?? {}) as { message?: string; verboseMessage?: string };
  return [message, verboseMessage].filter(Boolean).join('\n');
}
