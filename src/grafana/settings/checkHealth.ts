import type { TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { CallContext, TelemetryClient } from '../../core/api/telemetryClient';
import { TelemetryError } from '../../core/api/telemetryError';
import type { ApiRequest } from '../../core/api/transport';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { errorMessageOf } from '../errorMessage';
import { PLAIN_TEXT } from '../../locales/plainText';

interface Probe {
  readonly operation: string;
  readonly request: ApiRequest;
  /** True when there are no charts without it. */
  readonly essential: boolean;
}

/** Sends a small request to each operation, to find out which permissions the key has, not just that there is a server. */
export async function checkHealth(
  client: TelemetryClient,
  settings: TelemetrySettings
): Promise<TestDataSourceResponse> {
  if (!settings.url) {
    return failed(t('health.noUrl', 'No URL is set. Enter the URL of the API, then save.'));
  }
  const context: CallContext = { group: 'health', signal: new AbortController().signal };
  const outcomes = await Promise.all(
    probes().map(async (probe) => {
      try {
        await client.probe(probe.request, context);
        return { ...probe, error: undefined };
      } catch (error) {
        return { ...probe, error };
      }
    })
  );
  const failures = outcomes.filter(({ error }) => error !== undefined);
  if (failures.length === 0) {
    const operations = outcomes.map(({ operation }) => operation).join(', ');
    return {
      status: 'success',
      message: t('health.ok', 'Connected. The API key can read: {{operations}}.', { operations, ...PLAIN_TEXT }),
    };
  }
  const [first] = failures;
  // A cause that all operations share (no server, a rejected key) is reported once.
  const sameCause =
    failures.length === outcomes.length && failures.every(({ error }) => kind(error) === kind(first?.error));
  if (sameCause && kind(first?.error) !== 'forbidden') {
    return failed(errorMessageOf(first?.error));
  }
  const lines = outcomes
    .map(({ operation, error }) => `${operation}: ${error === undefined ? 'OK' : errorMessageOf(error)}`)
    .join('\n');
  const essential = failures.find((failure) => failure.essential);
  if (essential !== undefined) {
    const message =
      kind(essential.error) === 'forbidden'
        ? t('health.noReadings', 'The API key lacks the permission lecturas:leer, which charts need.')
        : errorMessageOf(essential.error);
    return failed(message, lines);
  }
  return {
    status: 'success',
    message: t('health.partly', 'Connected, but the API key cannot read everything. {{details}}', {
      details: lines.replace(/\n/g, ' · '),
      ...PLAIN_TEXT,
    }),
  };
}

function probes(): Probe[] {
  return [
    {
      operation: t('health.values', 'readings and latest values'),
      request: { path: 'v1/valores', params: { limite: '1' } },
      essential: true,
    },
    {
      operation: t('health.devices', 'devices'),
      request: { path: 'v1/dispositivos', params: { limite: '1' } },
      essential: false,
    },
    {
      operation: t('health.alerts', 'alerts'),
      request: { path: 'v1/alertas', params: { limite: '1' } },
      essential: false,
    },
    { operation: t('health.exports', 'exports'), request: { path: 'v1/exportaciones', params: {} }, essential: false },
  ];
}

function kind(error: unknown): string | undefined {
  return error instanceof TelemetryError ? error.kind : undefined;
}

function failed(message: string, details?: string): TestDataSourceResponse {
  return { status: 'error', message, ...(details && { details: { message: details, verboseMessage: details } }) };
}
