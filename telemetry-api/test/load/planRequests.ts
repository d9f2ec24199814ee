import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { type PlannedRequest, sha1Of } from './classifyResponse.ts';
import { LoadConnection } from './loadConnection.ts';
import { HISTORY, type PlantTag, SITES } from './plantData.ts';

/** Windows of a history: parameter `intervalo`, start, end and rows per page. */
const HISTORIES: ReadonlyArray<readonly [string, number, number, number]> = [
  ['crudo', HISTORY.fromMs, HISTORY.fromMs + DAY_MS, 5000],
  ['crudo', HISTORY.fromMs + 3 * HOUR_MS, HISTORY.fromMs + 4 * HOUR_MS, 200],
  ['1m', HISTORY.fromMs, HISTORY.toMs, 1000],
  ['1h', HISTORY.fromMs, HISTORY.toMs, 24],
  ['1d', HISTORY.fromMs, HISTORY.toMs, 1],
];

/**
 * The pages of each list that the key can read and that does not change during a run, with the answers of the service at rest: those under
 * load must be the same.
 * @param siteCode of the key; null: all sites
 */
export async function planRequests(
  address: string,
  secret: string,
  siteCode: string | null,
  tags: readonly PlantTag[]
): Promise<PlannedRequest[][]> {
  const sites: readonly string[] = siteCode === null ? SITES : [siteCode];
  const visible = tags.filter(({ site }) => sites.includes(site));
  const between = (fromMs: number, toMs: number) =>
    `desde=${new Date(fromMs).toISOString()}&hasta=${new Date(toMs).toISOString()}`;
  const lists = [
    ...visible.flatMap(({ device, key }) =>
      HISTORIES.map(([level, fromMs, toMs, limit]) => [
        level,
        `/v1/lecturas?dispositivo=${device}&tag=${key}&${between(fromMs, toMs)}&intervalo=${level}&limite=${limit}`,
      ])
    ),
    ...sites.map((site) => ['latest', `/v1/valores?dispositivo=${site}-01&limite=1`]),
    ['alerts', `/v1/alertas?${between(HISTORY.fromMs, HISTORY.toMs)}&limite=50`],
    ['exports', '/v1/exportaciones'],
    // With all sites, they contain the last contact of the device whose readings are imported.
    ...(siteCode === null ? [] : [['devices', '/v1/dispositivos?limite=1']]),
  ];
  const connection = new LoadConnection(address);
  const planned: PlannedRequest[][] = [];
  for (const [kind = '', path = ''] of lists) {
    const pages: PlannedRequest[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const pagePath: string = cursor === '' ? path : `${path}&siguiente=${cursor}`;
      const { status, headers, body } = await connection.get(pagePath, { authorization: `Bearer ${secret}` });
      if (status !== 200) {
        throw new Error(`GET ${pagePath}: ${status} ${body.toString()}`);
      }
      pages.push({ kind, path: pagePath, etag: headers.etag ?? '', sha1: sha1Of(body) });
      cursor = (JSON.parse(body.toString()) as { readonly siguiente?: string | null }).siguiente ?? null;
    }
    planned.push(pages);
  }
  await connection.close();
  return planned;
}
