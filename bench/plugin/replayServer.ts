// A server without a database: PUT stores a response in memory, GET sends it, by path and parameters. It runs as a separate process, as
// the service does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const responses = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (request.method === 'PUT') {
    void buffer(request).then((body) => {
      responses.set(url, body);
      response.writeHead(204).end();
    });
    return;
  }
  const body = responses.get(url);
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body ?? JSON.stringify({ codigo: 'no_encontrado', mensaje: `${url} was not recorded.` }));
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
