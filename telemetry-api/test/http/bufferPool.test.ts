import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { writeReadings } from '../../store/readings/readings.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';

/* Large bodies reuse buffers (http/body/bufferPool.ts): no client may receive the body of another. */

const T0 = Date.UTC(2026, 5, 1);
const PAGES = 5;
const ROWS = 5000;
const ROUNDS = 2;

const DECODERS = { identity: (body: Buffer) => body, gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync };
const CODINGS = Object.keys(DECODERS) as Array<keyof typeof DECODERS>;
/** When a client reads its body: at once, after all others have theirs, or never, because it disconnects. */
const READ_TIMES = ['at once', 'late', 'never'] as const;

let service: TestService;
let secret: string;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  secret = await service.key();
  const rows = Array.from({ length: PAGES * ROWS }, (_, i) => i);
  const tagId = service.tagId('COMP-01', 'temperatura');
  const batch = { tagIds: rows.map(() => tagId), tsEpochMs: rows.map((i) => T0 + i * 1000), values: rows };
  await writeReadings(service.pool, batch, { onConflict: 'keep' });
});

afterAll(() => service.close());

async function ask(page: number, coding: string): Promise<http.IncomingMessage> {
  const query = new URLSearchParams({
    ...{ dispositivo: 'COMP-01', tag: 'temperatura', intervalo: 'crudo', limite: String(ROWS) },
    desde: new Date(T0 + page * ROWS * 1000).toISOString(),
    hasta: new Date(T0 + (page + 1) * ROWS * 1000).toISOString(),
  });
  const headers = { authorization: `Bearer ${secret}`, 'accept-encoding': coding };
  const request = http.get(`${service.address}/v1/lecturas?${query.toString()}`, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

/** The values of a page. */
async function valuesOf(response: http.IncomingMessage, coding: keyof typeof DECODERS): Promise<number[]> {
  const text = DECODERS[coding](await buffer(response)).toString();
  return (JSON.parse(text) as { datos: Array<{ valor: number }> }).datos.map(({ valor }) => valor);
}

test('concurrent clients receive their own pages, whenever they read and whoever disconnects', async () => {
  const clients = READ_TIMES.flatMap((readTime) =>
    CODINGS.flatMap((coding) => Array.from({ length: PAGES }, (_, page) => ({ readTime, coding, page })))
  );
  for (let round = 0; round < ROUNDS; round++) {
    const late: Array<() => Promise<void>> = [];
    await Promise.all(
      clients.map(async ({ readTime, coding, page }) => {
        const response = await ask(page, coding);
        const read = async () => {
          const expected = Array.from({ length: ROWS }, (_, i) => page * ROWS + i);
          expect(await valuesOf(response, coding)).toEqual(expected);
        };
        if (readTime === 'at once') {
          await read();
        } else if (readTime === 'late') {
          late.push(read);
        } else {
          response.destroy();
        }
      })
    );
    await Promise.all(late.map((read) => read()));
  }
});
