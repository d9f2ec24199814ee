import type { TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { CallContext, TelemetryClient } from '../core/api/telemetryClient';
import { TelemetryError } from '../core/api/telemetryError';
import type { ApiRequest } from '../core/api/transport';
import type { TelemetrySettings } from '../query/dataSourceSettings';
import { errorText } from './errorText';
import { PLAIN_TEXT } from '../locales/plainText';

interface Probe {
  readonly what: string;
  readonly request: ApiRequest;
  /** Without it there are no charts at all. */
  readonly essential: boolean;
}

/**
 * Asks each operation for something small, so that the answer says which permissions the key has, not just that
 * there is a server.
 */
export async function checkHealth(
  client: TelemetryClient,
  settings: TelemetrySettings
): Promise<TestDataSourceResponse> {
  if (!settings.url) {
    return failed(t('health.noUrl', 'No address is set. Enter the address of the API and save.'));
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
    const operations = outcomes.map(({ what }) => what).join(', ');
    return {
      status: 'success',
      message: t('health.ok', 'Connected. The key may read: {{operations}}.', { operations, ...PLAIN_TEXT }),
    };
  }
  const [first] = failures;
  // The same cause everywhere (no server, a rejected key) is said once.
  const sameCause =
    failures.length === outcomes.length && failures.every(({ error }) => kind(error) === kind(first?.error));
  if (sameCause && kind(first?.error) !== 'forbidden') {
    return failed(errorText(first?.error));
  }
  const lines = outcomes
    .map(({ what, error }) => `${what}: ${error === undefined ? 'OK' : errorText(error)}`)
    .join('\n');
  if (failures.some(({ essential }) => essential)) {
    return failed(t('health.noReadings', 'The key cannot read what charts are made of.'), lines);
  }
  return {
    status: 'success',
    message: t('health.partly', 'Connected, but not everything may be read. {{details}}', {
      details: lines.replace(/\n/g, ' · '),
      ...PLAIN_TEXT,
    }),
  };
}

function probes(): Probe[] {
  return [
    {
      what: t('health.values', 'readings and latest values'),
      request: { path: 'v1/valores', params: { limite: '1' } },
      essential: true,
    },
    {
      what: t('health.devices', 'devices'),
      request: { path: 'v1/dispositivos', params: { limite: '1' } },
      essential: false,
    },
    { what: t('health.alerts', 'alerts'), request: { path: 'v1/alertas', params: { limite: '1' } }, essential: false },
    { what: t('health.exports', 'exports'), request: { path: 'v1/exportaciones', params: {} }, essential: false },
  ];
}

function kind(error: unknown): string | undefined {
  return error instanceof TelemetryError ? error.kind : undefined;
}

function failed(message: string, details?: string): TestDataSourceResponse {
  return { status: 'error', message, ...(details && { details: { message: details, verboseMessage: details } }) };
}
