// A program that puts a distance before a server on this machine: every byte arrives half a round trip late, in both
// directions. It is a process of its own, because a network goes on while a client is busy.
// Arguments: the port of the server, and the time of a round trip in ms.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const [targetPort = NaN, roundTripMs = NaN] = process.argv.slice(2).map(Number);
const ONE_WAY_MS = roundTripMs / 2;

/** Timers of equal length ring in the order they were set, so that bytes stay in order. */
function later(work: () => void) {
  if (ONE_WAY_MS === 0) {
    work();
  } else {
    setTimeout(work, ONE_WAY_MS);
  }
}

function pass(from: Socket, to: Socket) {
  from.setNoDelay(true);
  from.on('data', (bytes) => later(() => to.writable && to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}

const proxy = createServer({ allowHalfOpen: true }, (client) => {
  const server = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
  pass(client, server);
  pass(server, client);
});

proxy.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(proxy.address() as AddressInfo).port}\n`);
});
