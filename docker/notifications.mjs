// Writes the notifications of alert rules to its log, one line each. Port and health check are those of the image of the service.
import { createServer } from 'node:http';

/** Grafana's notifications have a few kilobytes. */
const MAX_BYTES = 1_000_000;

const server = createServer((request, response) => {
  if (request.url === '/health/ready') {
    response.end('ok\n');
    return;
  }
  const chunks = [];
  let bytes = 0;
  request.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      response.writeHead(413).end();
      request.destroy();
      return;
    }
    chunks.push(chunk);
  });
  request.on('end', () => {
    // One line each, whatever the text contains.
    console.log(
      Buffer.concat(chunks)
        .toString()
        .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    );
    response.end();
  });
  request.on('error', () => undefined);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}

server.listen(Number(process.env.API_PORT), process.env.API_HOST, () =>
  console.log(`Notifications are received at http://127.0.0.1:${server.address().port}`)
);
