import type { GrafanaAccess } from '../e2e/grafanaUnderTest.ts';
import { type ApiAccess, readApi } from './apiAccess.ts';

/** The stack as its users reach it. */
export interface RunningStack {
  readonly grafana: GrafanaAccess;
  readonly api: ApiAccess;
  readonly key: string;
}

/** A panel of a bundled dashboard that shows the readings of one tag. */
const DASHBOARD = 'what-it-can-show';
const PANEL = 'Spikes: air pressure';
const TAG = { dispositivo: 'CMP-101', tag: 'presion_descarga' };
const SOURCE = 'telemetria-industrial';
/** So few that the panel shows every reading: one a minute. */
const SPAN_MS = 2 * 3_600_000;
/** Readings of the last minutes may still be on their way. */
const SETTLED_MS = 10 * 60_000;
const MAX_DATA_POINTS = 1000;
const REQUEST_TIMEOUT_MS = 60_000;

type Reading = readonly [timeMs: number, value: number];

interface Target {
  readonly refId: string;
  readonly kind: string;
}

interface Panel {
  readonly title?: string;
  readonly targets?: readonly Target[];
  readonly panels?: readonly Panel[];
}

interface Frame {
  readonly schema: { readonly fields: ReadonlyArray<{ readonly type: string }> };
  readonly data: { readonly values: readonly number[][] };
}

/**
 * @param publishedKey that must have ended
 * @returns what is wrong, in sentences
 */
export async function findFaults(stack: RunningStack, publishedKey: string): Promise<string[]> {
  const faults: string[] = [];
  const statusOf = async (key: string) => (await readApi(stack.api, '/v1/dispositivos', key)).status;
  if ((await statusOf(stack.key)) !== 200 || (await statusOf(publishedKey)) !== 401) {
    faults.push('The service accepts the published key, or not the one that was set.');
  }
  const { status } = await request(stack, '/api/datasources', { authorization: '' });
  if (status !== 401) {
    faults.push(`Without signing in, Grafana answers with ${status} although there is a password.`);
  }
  const { appUrl } = (await readGrafana(stack, '/api/frontend/settings')) as { readonly appUrl: string };
  if (new URL(appUrl).port !== new URL(stack.grafana.url).port) {
    faults.push(`Links lead to ${appUrl}.`);
  }
  const toMs = Math.floor((Date.now() - SETTLED_MS) / 60_000) * 60_000;
  const range = { fromMs: toMs - SPAN_MS, toMs };
  const shown = await panelReadings(stack, range);
  const stored = await storedReadings(stack, range);
  if (stored.length === 0 || JSON.stringify(shown) !== JSON.stringify(stored)) {
    faults.push(`"${PANEL}" shows ${describe(shown)}; the service has ${describe(stored)}.`);
  }
  return faults;
}

interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the panel shows, by the query that its dashboard has. */
async function panelReadings(stack: RunningStack, { fromMs, toMs }: TimeRange): Promise<Reading[]> {
  const { dashboard } = (await readGrafana(stack, `/api/dashboards/uid/${DASHBOARD}`)) as {
    readonly dashboard: Panel;
  };
  const panels = (dashboard.panels ?? []).flatMap((panel) => [panel, ...(panel.panels ?? [])]);
  const target = panels.find(({ title }) => title === PANEL)?.targets?.find(({ kind }) => kind === 'history');
  if (target === undefined) {
    throw new Error(`The dashboard ${DASHBOARD} has no query of "${PANEL}".`);
  }
  const query = {
    ...target,
    datasource: { uid: SOURCE },
    maxDataPoints: MAX_DATA_POINTS,
    intervalMs: (toMs - fromMs) / MAX_DATA_POINTS,
  };
  const { results } = (await readGrafana(stack, '/api/ds/query', {
    from: String(fromMs),
    to: String(toMs),
    queries: [query],
  })) as { readonly results: Readonly<Record<string, { readonly error?: string; readonly frames?: Frame[] }>> };
  const { error, frames = [] } = results[target.refId] ?? {};
  if (error !== undefined) {
    throw new Error(`"${PANEL}" has an error: ${error}`);
  }
  return frames.flatMap(({ schema, data }) => {
    const column = (type: string) => data.values[schema.fields.findIndex((field) => field.type === type)] ?? [];
    const values = column('number');
    return column('time').map((timeMs, index): Reading => [timeMs, values[index]!]);
  });
}

async function storedReadings({ api, key }: RunningStack, { fromMs, toMs }: TimeRange): Promise<Reading[]> {
  const parameters = new URLSearchParams({
    ...TAG,
    ...{ desde: new Date(fromMs).toISOString(), hasta: new Date(toMs).toISOString() },
    ...{ intervalo: 'crudo', limite: '5000' },
  });
  const { status, text } = await readApi(api, `/v1/lecturas?${parameters}`, key);
  if (status !== 200) {
    throw new Error(`The service answered with ${status}: ${text}`);
  }
  const { datos } = JSON.parse(text) as { readonly datos: ReadonlyArray<{ ts: string; valor: number }> };
  return datos.map(({ ts, valor }): Reading => [Date.parse(ts), valor]);
}

function describe(readings: readonly Reading[]): string {
  const [first] = readings;
  return first === undefined
    ? 'no readings'
    : `${readings.length} readings, the first ${first[1]} at ${new Date(first[0]).toISOString()}`;
}

/** @param body sent with POST */
async function readGrafana(stack: RunningStack, path: string, body?: unknown): Promise<unknown> {
  const response = await request(stack, path, {}, body);
  if (!response.ok) {
    throw new Error(`Grafana answered ${path} with ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

function request(
  { grafana: { url, user, password } }: RunningStack,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return fetch(`${url}${path}`, {
    headers: { authorization, 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}
