import { isDeepStrictEqual } from 'node:util';
import { sha1Of } from './clients/classifyResponse.ts';
import type { KeyClass, Kind, PlannedRequest } from './clients/loadJob.ts';
import { historyPath, liveTagsOf, type Page, type PagedList, pagedLists } from './pagedList.ts';
import type { RetryingClient } from './retryingClient.ts';
import { BATCH_STEP_MS } from '../support/batches.ts';
import { HISTORY, type PlantTag } from './historicalPlant.ts';

const LIVE_WINDOWS = 40;
const LIVE_WINDOW_ROWS = 500;

/**
 * The requests of the keys of a class. Each list is read to its end and compared with what was written, so that later answers only have
 * to be the same.
 * @param liveRows rows of each tag that will be imported
 * @throws if a list has other rows
 */
export async function planRequests(
  keyClass: KeyClass,
  client: RetryingClient,
  tags: readonly PlantTag[],
  liveRows: number
): Promise<PlannedRequest[]> {
  const planned: PlannedRequest[] = [];
  for (const list of pagedLists(keyClass, tags)) {
    const { pages, rows } = await readList(client, list);
    throwIfDifferent(list, rows);
    // With all sites, they contain the last contact of the device whose readings are imported.
    if (list.kind !== 'devices' || keyClass.siteCodes !== null) {
      planned.push(...pages);
    }
  }
  if (keyClass.permissions.includes('exportaciones:leer')) {
    planned.push((await readPage(client, 'exports', '/v1/exportaciones')).request);
  }
  const windowMs = LIVE_WINDOW_ROWS * BATCH_STEP_MS;
  for (const tag of liveTagsOf(keyClass, tags)) {
    for (let i = 0; i < LIVE_WINDOWS; i++) {
      const fromMs = HISTORY.toMs + Math.floor((i * liveRows) / LIVE_WINDOWS) * BATCH_STEP_MS;
      const path = historyPath(tag, 'raw', fromMs, fromMs + windowMs, LIVE_WINDOW_ROWS);
      planned.push({ kind: 'live', path, status: 200, liveTagId: tag.id });
    }
  }
  return [...planned, ...invalidRequests(keyClass)];
}

/** Reads a list to its end, from its first page or from a cursor on. */
export async function readList(client: RetryingClient, { kind, path, rowsOf }: PagedList, from = '') {
  const pages: PlannedRequest[] = [];
  const rows: unknown[] = [];
  for (let cursor: string | null = from; cursor !== null;) {
    const pagePath: string = cursor === '' ? path : `${path}&siguiente=${cursor}`;
    const { page, request } = await readPage(client, kind, pagePath);
    pages.push(request);
    rows.push(...rowsOf(page));
    cursor = page.siguiente;
  }
  return { pages, rows };
}

/** @throws if the rows are not those that were written */
export function throwIfDifferent({ path, expected }: PagedList, rows: readonly unknown[]): void {
  if (!isDeepStrictEqual(rows, expected)) {
    const different = rows.findIndex((row, i) => !isDeepStrictEqual(row, expected[i]));
    throw new Error(
      `${path} has ${rows.length} rows instead of ${expected.length}, the first different one is ${different}: ${JSON.stringify(rows[different])} instead of ${JSON.stringify(expected[different])}.`
    );
  }
}

/** @throws on any status but 200 */
export async function readPage(client: RetryingClient, kind: Kind, path: string) {
  const { status, headers, bytes } = await client.get(path);
  const text = bytes.toString();
  if (status !== 200) {
    throw new Error(`GET ${path}: ${status} ${text}`);
  }
  const etag = headers.etag;
  const request: PlannedRequest = { kind, path, status, etag, sha1: sha1Of(bytes) };
  return { request, page: JSON.parse(text) as Page };
}

/** Requests that a key of the class must not send, with the error that they must return. */
function invalidRequests({ permissions, siteCodes }: KeyClass): PlannedRequest[] {
  const history = (device: string, parameters: string) =>
    `/v1/lecturas?dispositivo=${device}&tag=caudal&desde=2026-03-01T00:00:00Z&hasta=2026-03-02T00:00:00Z${parameters}`;
  const visible = siteCodes?.[0] ?? 'SUR';
  const other = visible === 'SUR' ? 'NORTE' : 'SUR';
  const invalid: Array<readonly [number, string, string]> = [
    [400, 'parametro_invalido', history(`${visible}-01`, '&limite=0')],
    [400, 'cursor_invalido', history(`${visible}-01`, '&siguiente=AAAA')],
    [404, 'dispositivo_no_encontrado', history('NADA-01', '')],
  ];
  if (siteCodes !== null) {
    invalid.push([404, 'dispositivo_no_encontrado', history(`${other}-01`, '')]);
  }
  if (!permissions.includes('alertas:leer')) {
    invalid.push([403, 'permiso_insuficiente', '/v1/alertas']);
  }
  return invalid.map(([status, code, path]) => ({ kind: 'invalid', path, status, code }));
}
