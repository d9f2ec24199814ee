import type { TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { decodeAlertsPage } from '../../core/alerts/alert';
import { API_VERSION, OPERATIONS, type ProbedOperation } from '../../core/api/operations';
import { TelemetryError } from '../../core/api/telemetryError';
import { decodeExports } from '../../core/exports/dataExport';
import { decodeDevicesPage } from '../../core/inventory/device';
import { decodeValuesPage } from '../../core/latest/latestValue';
import { translate } from '../../locales/translate';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import type { DataSourceServices } from '../dataSourceServices';
import { describeError, explain } from '../errorMessage';
import type { ReadStoredDataSource, StoredDataSource } from './storedDataSource';
import { settingFindings } from './settingFindings';

/** For everything together, so that saving and testing take 10 s at most. Grafana's proxy waits 30 s for a server that does not answer. */
const TIME_LIMIT_S = 8;

class TimedOut extends Error {}

interface Probe {
  readonly label: string;
  /** Throws if the body is not what the operation returns. */
  readonly check: (body: unknown) => void;
}

/** A probe and what came of it; without an error it succeeded. */
interface Outcome {
  readonly operation: string;
  readonly error: unknown;
}

/** An error as text for users. */
interface Finding {
  readonly sentence: string;
  /** The server's own message. */
  readonly detail?: string;
}

/**
 * What **Save & test** shows: what the key can read, and the settings that are not used as they are saved.
 * Grafana renders the message and the details below each other, so neither repeats the other.
 */
export async function checkHealth(
  services: Pick<DataSourceServices, 'client' | 'clock'>,
  readStoredDataSource: ReadStoredDataSource,
  settings: TelemetrySettings
): Promise<TestDataSourceResponse> {
  const { status, message, details } = await checkApi(services, readStoredDataSource);
  const findings = [details?.message, ...(await settingFindings(settings))].filter(Boolean);
  return { status, message, ...(findings.length > 0 && { details: { message: findings.join(' · ') } }) };
}

/** Sends a small request to each operation, once, to find out what the key can read and not just that there is a server. */
async function checkApi(
  { client, clock }: Pick<DataSourceServices, 'client' | 'clock'>,
  readStoredDataSource: ReadStoredDataSource
): Promise<TestDataSourceResponse> {
  const deadline = new AbortController();
  const done = new AbortController();
  clock.sleep(TIME_LIMIT_S * 1000, done.signal).then(
    () => deadline.abort(new TimedOut()),
    () => undefined
  );
  try {
    const source = await readStoredDataSource(deadline.signal);
    if (source.url === '') {
      return response('error', t('health.noUrl', 'No URL is set: enter the address of the API, then save.'));
    }
    const context = { group: 'health', signal: deadline.signal };
    const outcomes = await Promise.all(
      Object.entries(probes()).map(async ([name, { label, check }]): Promise<Outcome> => {
        try {
          await client.probe(OPERATIONS[name as ProbedOperation], check, context);
          return { operation: label, error: undefined };
        } catch (error) {
          return { operation: label, error };
        }
      })
    );
    return summarize(outcomes, source);
  } finally {
    done.abort();
  }
}

/** The first one is the one that charts need. */
function probes(): Readonly<Record<ProbedOperation, Probe>> {
  return {
    values: { label: t('health.values', 'readings and latest values'), check: decodeValuesPage },
    devices: { label: t('health.devices', 'devices'), check: decodeDevicesPage },
    alerts: { label: t('health.alerts', 'alerts'), check: decodeAlertsPage },
    exports: { label: t('health.exports', 'exports'), check: decodeExports },
  };
}

function summarize(outcomes: readonly Outcome[], source: StoredDataSource): TestDataSourceResponse {
  const [readings, ...others] = outcomes;
  const failures = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]));
  if (failures.length === 0) {
    return response('success', t('health.connected', 'Connected.'), listFindings(outcomes));
  }
  if (readings?.error === undefined) {
    const message = t('health.partly', 'Connected, but not everything can be read.');
    return response('success', message, listFindings(outcomes));
  }
  const findings = failures.map((error) => dataSourceFinding(error, source));
  const [finding] = findings;
  if (failures.length === outcomes.length && findings.every(({ sentence }) => sentence === finding?.sentence)) {
    return response('error', render(finding!));
  }
  if (readings.error instanceof TelemetryError && readings.error.kind === 'forbidden') {
    const message = translate(
      'health.noReadings',
      'The API key lacks the permission {{permission}}, which charts need.',
      {
        permission: OPERATIONS.values.permission,
      }
    );
    return response('error', message, listFindings(others));
  }
  const message = t('health.noCharts', 'The readings, which charts need, cannot be read.');
  return response('error', message, listFindings(outcomes));
}

/** Every finding once, with its operations. */
function listFindings(outcomes: readonly Outcome[]): string {
  const groups = new Map<string, { operations: string[]; text: string }>();
  for (const { operation, error } of outcomes) {
    const finding = error === undefined ? { sentence: 'OK' } : operationFinding(error);
    const group = groups.get(finding.sentence) ?? { operations: [], text: render(finding) };
    group.operations.push(operation);
    groups.set(finding.sentence, group);
  }
  return [...groups.values()].map(({ operations, text }) => `${operations.join(', ')}: ${text}`).join(' · ');
}

/** What is wrong if every operation fails like this one. */
type Cause = 'timeLimit' | 'noResponse' | 'notTheApi' | 'apiKey' | 'server';

function classify(error: unknown): Cause {
  if (error instanceof TimedOut) {
    return 'timeLimit';
  }
  if (!(error instanceof TelemetryError)) {
    return 'server';
  }
  // Grafana's proxy responds with 502 if nothing answers.
  if (error.kind === 'network' || error.status === 502) {
    return 'noResponse';
  }
  switch (error.kind) {
    case 'notFound':
    case 'malformed':
    case 'unread':
    case 'notTheApi':
      return 'notTheApi';
    case 'unauthorized':
      return 'apiKey';
    default:
      return 'server';
  }
}

/** The error of one operation, while others may succeed. */
function operationFinding(error: unknown): Finding {
  const cause = classify(error);
  if (cause === 'timeLimit' || cause === 'noResponse') {
    return { sentence: t('health.noResponse', 'No response.') };
  }
  if (!(error instanceof TelemetryError)) {
    return { sentence: describeError(error) };
  }
  switch (error.kind) {
    case 'notFound':
      return { sentence: translate('health.missing', 'The server has no {{path}}.', { path: error.path }) };
    case 'malformed':
      // The detail is a text of this plugin in English, not the server's.
      return { sentence: explain(error) };
    default:
      return { sentence: explain(error), detail: error.detail };
  }
}

/** The error of all operations: what to change in the settings, if it is about the address or the key. */
function dataSourceFinding(error: unknown, { url, hasApiKey }: StoredDataSource): Finding {
  const address = { url: url ?? t('health.itsUrl', 'the URL of the data source') };
  switch (classify(error)) {
    case 'timeLimit':
      return {
        sentence: translate(
          'health.timedOut',
          "No response from {{url}} within {{seconds}} seconds. Grafana's server must be able to reach this address.",
          { ...address, seconds: TIME_LIMIT_S }
        ),
      };
    case 'noResponse':
      return {
        sentence: translate(
          'health.unreachable',
          "No response from {{url}}. Grafana's server must be able to reach this address and, with https, trust its certificate.",
          address
        ),
      };
    case 'notTheApi':
      return {
        sentence: translate(
          'health.notTheApi',
          'The server at {{url}} is not the telemetry API. Enter the address without /{{version}}.',
          { ...address, version: API_VERSION }
        ),
      };
    case 'apiKey':
      return { sentence: keyMessage(hasApiKey) };
    case 'server':
      return operationFinding(error);
  }
}

function keyMessage(hasApiKey: boolean | undefined): string {
  switch (hasApiKey) {
    case true:
      return t('health.wrongKey', 'The API key was rejected: check that it is complete and has not been revoked.');
    case false:
      return t('health.noKey', 'No API key is set: enter it, then save.');
    case undefined:
      return t('health.noKeyOrWrongKey', 'The API key is missing or wrong.');
  }
}

function render({ sentence, detail }: Finding): string {
  return detail ? `${sentence} [${detail}]` : sentence;
}

function response(status: 'success' | 'error', message: string, details?: string): TestDataSourceResponse {
  return { status, message, ...(details && { details: { message: details } }) };
}
