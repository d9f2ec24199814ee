import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { handleJob } from './job.ts';

export interface FloodJob {
  readonly port: number;
  readonly path: string;
  /** Undefined for requests without a key. */
  readonly key: string | undefined;
  readonly connections: number;
  /** Requests without an answer on each connection, sent without waiting (HTTP pipelining). */
  readonly inFlight: number;
  /**
   * `keep` sends a request for each answer; `once` sends them once and reads the answers; `unread` sends them once and reads nothing.
   */
  readonly mode: 'keep' | 'once' | 'unread';
  readonly durationMs: number;
}

export interface FloodResult {
  readonly sent: number;
  readonly answered: number;
}

const HEAD_OF_ANSWER = Buffer.from('HTTP/1.1 ');

handleJob<FloodJob, FloodResult>(async (job) => {
  const { port, connections, inFlight, durationMs } = job;
  const count = { sent: 0, answered: 0 };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    })
  );
  sockets.forEach((socket) => flood(socket, job, count));
  await sleep(durationMs);
  sockets.forEach((socket) => socket.destroy());
  return { ...count, sent: count.sent + sockets.length * inFlight };
});

function flood(
  socket: Socket,
  { path, key, inFlight, mode }: FloodJob,
  count: { sent: number; answered: number }
): void {
  const authorization = key === undefined ? '' : `authorization: Bearer ${key}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n`;
  if (mode !== 'unread') {
    socket.on('data', (bytes: Buffer) => {
      let answers = 0;
      for (let at = bytes.indexOf(HEAD_OF_ANSWER); at !== -1; at = bytes.indexOf(HEAD_OF_ANSWER, at + 1)) {
        answers += 1;
      }
      count.answered += answers;
      if (mode === 'keep' && socket.writable && answers > 0) {
        count.sent += answers;
        socket.write(request.repeat(answers));
      }
    });
  }
  socket.write(request.repeat(inFlight));
}
