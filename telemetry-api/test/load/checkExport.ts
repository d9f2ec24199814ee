import { queueExport } from '../../store/exports/exports.ts';
import type { EmbeddedClient } from '../support/databases/embeddedClient.ts';
import type { RetryingClient } from './retryingClient.ts';
import { expectedRows, HISTORY, type PlantTag } from './historicalPlant.ts';
import { DAY_MS } from '../../durations.ts';
import { STEP_LIMIT_MS, until } from '../support/until.ts';

interface ExportAnswer {
  readonly estado: string;
  readonly error: string | null;
  readonly descarga: string | null;
}

const POLL_MS = 500;

/** Exports a day of a tag and compares the downloaded file with what was written. @throws if it differs or the export failed */
export async function checkExport(
  database: EmbeddedClient,
  client: RetryingClient,
  keyId: string,
  tag: PlantTag
): Promise<void> {
  const range = { fromMs: HISTORY.fromMs, toMs: HISTORY.fromMs + DAY_MS };
  const request = { keyId, description: 'load', format: 'csv', tagIds: [tag.id], level: 'raw', ...range } as const;
  const id = await database.run((pool) => queueExport(pool, request, Date.now()));
  const rows = expectedRows(tag, 'raw', range.fromMs, range.toMs);
  const expected = `dispositivo,tag,ts,valor\r\n${rows.map(({ ts, valor }) => `${tag.device},${tag.key},${ts},${valor}\r\n`).join('')}`;
  const file = await client.get(await untilReady(client, id));
  if (file.status !== 200 || file.bytes.toString() !== expected) {
    throw new Error(`The file of export ${id} (${file.status}) differs from what was written.`);
  }
}

/** @returns its link */
async function untilReady(client: RetryingClient, id: string): Promise<string> {
  const getLink = async () => {
    const { estado, error, descarga } = await client.getJson<ExportAnswer>(`/v1/exportaciones/${id}`);
    if (estado === 'fallida') {
      throw new Error(`Export ${id} failed: ${error}`);
    }
    return descarga;
  };
  return until(`export ${id} to be ready`, getLink, { everyMs: POLL_MS, limitMs: STEP_LIMIT_MS });
}
