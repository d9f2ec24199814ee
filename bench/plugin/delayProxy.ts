// A TCP proxy that simulates network latency: it delays every byte by half a round trip in both directions. It runs as a
// separate process, because a network does not stop while the client is busy.
// Arguments: the port of the server and the round-trip time in ms.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const [targetPort = NaN, roundTripMs = NaN] = process.argv.slice(2).map(Number);
const ONE_WAY_MS = roundTripMs / 2;

/** Timers with the same delay fire in the order they were set, so bytes stay in order. */
function delay(work: () => void) {
  if (ONE_WAY_MS === 0) {
    work();
  } else {
    setTimeout(work, ONE_WAY_MS);
  }
}

function forward(from: Socket, to: Socket) {
  from.setNoDelay(true);
  from.on('data', (bytes) => delay(() => to.writable && to.write(bytes)));
  from.on('end', () => delay(() => to.end()));
  from.on('error', () => to.destroy());
}

const proxy = createServer({ allowHalfOpen: true }, (client) => {
  const server = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
  forward(client, server);
  forward(server, client);
});

proxy.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(proxy.address() as AddressInfo).port}\n`);
});
