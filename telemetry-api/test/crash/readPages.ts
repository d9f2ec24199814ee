import { BATCH_STEP_MS, batchValueAt } from '../support/batches.ts';
import { IMPORTED, type LivePlant } from './livePlant.ts';

const PAGE_ROWS = 500;

export interface PageReads {
  /** @returns how many pages were complete, and how often the service was unavailable. @throws if any other response was received */
  stop(): Promise<{ readonly complete: number; readonly unavailable: number }>;
}

/** Reads random pages of imported readings, one after the other, until it is stopped. Each must be complete, or a 503 with Retry-After. */
export function readPages(plant: LivePlant, random: () => number): PageReads {
  let isStopped = false;
  const counts = { complete: 0, unavailable: 0 };
  const reading = (async () => {
    while (!isStopped) {
      counts[await readPage(plant, random)]++;
    }
  })();
  // Reported by `stop`.
  reading.catch(() => undefined);
  return {
    stop: async () => {
      isStopped = true;
      await reading;
      return counts;
    },
  };
}

async function readPage(plant: LivePlant, random: () => number): Promise<'complete' | 'unavailable'> {
  const index = Math.floor(random() * IMPORTED.tags.length);
  const { fromMs, toMs } = plant.importedRange();
  const firstMs = fromMs + Math.floor((random() * (toMs - fromMs)) / BATCH_STEP_MS) * BATCH_STEP_MS;
  const search = new URLSearchParams({
    dispositivo: IMPORTED.device,
    tag: IMPORTED.tags[index] ?? '',
    desde: new Date(firstMs).toISOString(),
    hasta: new Date(toMs).toISOString(),
    intervalo: 'crudo',
    limite: String(PAGE_ROWS),
  });
  const url = `${plant.address}/v1/lecturas?${search.toString()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${plant.key.secret}` } });
  const text = await response.text();
  if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) {
    return 'unavailable';
  }
  const rows = Math.min(PAGE_ROWS, (toMs - firstMs) / BATCH_STEP_MS);
  const expected = Array.from({ length: rows }, (_, i) => {
    const ts = firstMs + i * BATCH_STEP_MS;
    return { ts: new Date(ts).toISOString(), valor: batchValueAt(plant.importedTags[index] ?? 0, ts) };
  });
  const page = response.status === 200 ? (JSON.parse(text) as { datos: unknown; siguiente: string | null }) : undefined;
  const hasNext = firstMs + rows * BATCH_STEP_MS < toMs;
  if (JSON.stringify(page?.datos) !== JSON.stringify(expected) || (page?.siguiente !== null) !== hasNext) {
    throw new Error(
      `GET ${url}: ${response.status} instead of ${rows} rows or 503 with Retry-After: ${text.slice(0, 500)}`
    );
  }
  return 'complete';
}
