import { buildApp, type AppOptions } from '../../app.ts';
import { DownloadLinks } from '../../exports/downloadLinks.ts';
import { CursorCodec } from '../../http/parameters/cursor.ts';
import type { App } from '../../http/appType.ts';
import { limitResponseTime } from '../../store/database/limitResponseTime.ts';
import { readTagIds, upsertDevices, type DeviceEntry } from '../../store/inventory/inventory.ts';
import { createKey, type NewKey } from '../../store/keys/keys.ts';
import { FULL_ACCESS } from './fullAccess.ts';
import { readSecret } from '../../store/keys/secrets.ts';
import { AnswerCheck, jsonOf } from './answerCheck.ts';
import { openTestDatabase, type TestDatabase } from './databases/testDatabase.ts';
import { testStopwatches } from './testStopwatches.ts';

const STATEMENT_TIMEOUT_MS = 60_000;

/** The current time in tests. */
export const NOW_MS = Date.UTC(2026, 5, 15, 12);

export interface TestService extends TestDatabase {
  readonly app: App;
  /** The service listens on its own port: tests use HTTP. */
  readonly address: string;
  request(url: string, init?: RequestInit): Promise<TestAnswer>;
  /** Sets the time of day of the service. */
  setNow(epochMs: number): void;
  /** Lets time pass for what the service measures or caches; the time of day stays. */
  letPass(ms: number): void;
  /** The secret of a new key, by default with all permissions and sites. */
  key(options?: Partial<NewKey>): Promise<string>;
  tagId(device: string, tag: string): number;
  /** GET with a key; query values are encoded. */
  get(url: string, query?: Readonly<Record<string, string | number>>, secret?: string): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests inspect responses of many types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/**
 * The service with the given devices on a new database, or on the given one. Every response is checked against the OpenAPI document: `request`, `get`
 * and `close` throw after the first one that does not match it.
 */
export async function startTestService(
  devices: readonly DeviceEntry[],
  options: AppOptions = {},
  given?: TestDatabase
): Promise<TestService> {
  const database = given ?? (await openTestDatabase());
  let nowMs = NOW_MS;
  const stopwatches = testStopwatches();
  await upsertDevices(database.pool, devices);
  const ids = await readTagIds(database.pool);
  const services = {
    db: limitResponseTime(database.pool, STATEMENT_TIMEOUT_MS),
    pool: database.pool,
    cursors: new CursorCodec(await readSecret(database.pool, 'cursor')),
    downloads: new DownloadLinks(await readSecret(database.pool, 'download')),
    dataDir: database.dataDir,
    publicUrl: undefined,
    onlineWithinMs: 900_000,
    now: () => nowMs,
    startStopwatch: stopwatches.start,
  };
  const app = buildApp(services, options);
  const throwIfUndocumented = checkAnswers(app);
  const key = async (options: Partial<NewKey> = {}) => {
    return (await createKey(database.pool, { ...FULL_ACCESS, ...options }, nowMs)).secret;
  };
  const fullAccessKey = await key();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const request = async (url: string, init?: RequestInit) => {
    const answer = await fetch(new URL(url, address), init);
    const text = await answer.text();
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    const body: unknown = isJson ? JSON.parse(text) : text;
    throwIfUndocumented();
    return { status: answer.status, headers: answer.headers, body };
  };
  return {
    ...database,
    app,
    address,
    request,
    key,
    setNow: (epochMs) => (nowMs = epochMs),
    letPass: stopwatches.letPass,
    tagId: (device, tag) => {
      const id = ids.get(device)?.get(tag);
      if (id === undefined) {
        throw new Error(`The test plant has no ${device} ${tag}.`);
      }
      return id;
    },
    get: async (url, query = {}, secret = fullAccessKey) => {
      const search = new URLSearchParams();
      Object.entries(query).forEach(([name, value]) => search.append(name, String(value)));
      return request(`${url}?${search.toString()}`, { headers: { authorization: `Bearer ${secret}` } });
    },
    close: async () => {
      await app.close();
      await database.close();
      throwIfUndocumented();
    },
  };
}

/** Checks all responses of a service against its document. The returned function throws for the first that did not match. */
function checkAnswers(app: App): () => void {
  let check: AnswerCheck | undefined;
  let mismatch: string | undefined;
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    check ??= new AnswerCheck(app.swagger());
    const contentType = reply.getHeader('content-type')?.toString();
    const body = jsonOf(payload, contentType, reply.getHeader('content-encoding')?.toString());
    // A request may also contain the whole address.
    const path = url.replace(/^http:\/\/[^/]*/, '').split(/[?#]/)[0] ?? '';
    mismatch ??= check.mismatch({ method, path, status: reply.statusCode, contentType, body });
    return payload;
  });
  return () => {
    if (mismatch !== undefined) {
      throw new Error(mismatch);
    }
  };
}

/** A device, by default with the tags `temperatura` and `presion`. */
export function testDevice(
  code: string,
  more: Partial<DeviceEntry> & { readonly siteCode?: string } = {}
): DeviceEntry {
  const { siteCode = 'norte', ...rest } = more;
  return {
    site: { code: siteCode, name: `Planta ${siteCode}`, zone: 'America/Monterrey' },
    area: 'Utilidades',
    code,
    name: `Equipo ${code}`,
    kind: 'compressor',
    active: true,
    tags: [
      { key: 'temperatura', name: 'Temperatura', unit: '°C', kind: 'measurement' },
      { key: 'presion', name: 'Presión', unit: 'bar', kind: 'measurement' },
    ],
    ...rest,
  };
}
