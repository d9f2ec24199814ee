// The baseline: decodes rows in Node.js, creates an object for each and calls JSON.stringify. Uses the same HTTP library and number of
// connections, but no keys, limits, metrics or other work of the service.
import fastify from 'fastify';
import { API_PREFIX } from '../../../telemetry-api/app.ts';
import { openDatabase } from '../../../telemetry-api/store/database/database.ts';

const [databaseUrl = '', poolSize = '8'] = process.argv.slice(2);
const { pool } = await openDatabase({ databaseUrl, dataDir: '', poolSize: Number(poolSize) });
const app = fastify();

app.get(`${API_PREFIX}/lecturas`, async (request, reply) => {
  const { dispositivo, tag, desde, hasta, limite } = request.query as Record<string, string>;
  const { rows: tags } = await pool.query<{ id: number; name: string; unit: string }>({
    name: 'tag',
    text: 'SELECT t.id, t.name, t.unit FROM device d JOIN tag t ON t.device_id = d.id WHERE d.code = $1 AND t.key = $2',
    values: [dispositivo, tag],
  });
  const { rows } = await pool.query<{ ts: number; value: number }>({
    name: 'rows',
    text: 'SELECT ts, value FROM reading WHERE tag_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts LIMIT $4',
    values: [tags[0]?.id, Date.parse(desde ?? ''), Date.parse(hasta ?? ''), Number(limite) + 1],
  });
  const page = rows.slice(0, Number(limite));
  const body = {
    ...{ dispositivo, tag, nombre: tags[0]?.name, unidad: tags[0]?.unit, intervalo: 'crudo', desde, hasta },
    datos: page.map(({ ts, value }) => ({ ts: new Date(ts).toISOString(), valor: value })),
    siguiente: rows.length > page.length ? String(page.at(-1)?.ts) : null,
  };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
});

process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => process.exit());
