import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../repositoryRoot.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** A Grafana, and somebody who may change its data sources. */
export interface GrafanaAccess {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** What the suite for Grafana needs: the plugin, and its data source as `provisioning/` describes it. */
interface Requirements {
  readonly pluginId: string;
  readonly dataSourceUid: string;
}

/**
 * Makes sure that the suite for Grafana can run there.
 * @param timeoutMs of each request
 * @returns the version of the Grafana
 * @throws Error with a sentence that says what is missing
 */
export async function checkGrafana(access: GrafanaAccess, timeoutMs = REQUEST_TIMEOUT_MS): Promise<string> {
  const origin = originOf(access.url);
  const request = async (path: string, init?: RequestInit) => {
    try {
      return await fetch(`${origin}${path}`, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new Error(`No answer from ${origin}: ${reasonOf(error, timeoutMs)}.`, { cause: error });
    }
  };
  const health = await readJson(await request('/api/health'));
  if (!isRecord(health) || typeof health.database !== 'string') {
    throw new Error(`What answers at ${origin} is not Grafana: it has no /api/health with the state of a database.`);
  }
  const cookie = await signIn(access, request);
  const get = (path: string) => request(path, { headers: { cookie } });
  const version = await readVersion(get);
  const { pluginId, dataSourceUid } = requirements();
  const where = `Grafana ${version} at ${origin}`;
  if (!(await get(`/api/plugins/${pluginId}/settings`)).ok) {
    throw new Error(`${where} has no plugin ${pluginId}: install it and, if it is not signed, allow it.`);
  }
  if (!(await get(`/api/datasources/uid/${dataSourceUid}`)).ok) {
    throw new Error(`${where} has no data source with the UID ${dataSourceUid}: provision it as provisioning/ does.`);
  }
  return version;
}

/** @throws Error if the fixtures cannot use the address */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`--grafana is "${address}"; it must be an address such as http://127.0.0.1:3000.`);
  }
  if (url.pathname !== '/') {
    throw new Error(`--grafana is "${address}"; the fixtures of @grafana/plugin-e2e support no sub path.`);
  }
  return url.origin;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') {
    return `none within ${timeoutMs / 1000} s`;
  }
  return isRecord(cause) && typeof cause.code === 'string' ? cause.code : message;
}

/** @returns the cookies of the session, as a request sends them */
async function signIn(
  { url, user, password }: GrafanaAccess,
  request: (path: string, init: RequestInit) => Promise<Response>
): Promise<string> {
  const response = await request('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  });
  await response.body?.cancel();
  if (!response.ok) {
    throw new Error(`The Grafana at ${url} rejects the user ${user} (${response.status}): set --user and --password.`);
  }
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** From the settings of its pages, because a Grafana can hide its version from those who have not signed in. */
async function readVersion(get: (path: string) => Promise<Response>): Promise<string> {
  const settings = await readJson(await get('/api/frontend/settings'));
  const build = isRecord(settings) ? settings.buildInfo : undefined;
  return isRecord(build) && typeof build.version === 'string' ? build.version : 'of an unknown version';
}

function requirements(): Requirements {
  const read = (...names: string[]) => readFileSync(path.join(repositoryRoot, ...names), 'utf8');
  const { id } = JSON.parse(read('src', 'plugin.json')) as { readonly id: string };
  const { datasources } = parse(read('provisioning', 'datasources', 'telemetria.yaml')) as {
    readonly datasources: readonly [{ readonly uid: string }];
  };
  return { pluginId: id, dataSourceUid: datasources[0].uid };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
