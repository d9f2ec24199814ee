import net from 'node:net';
import { handleJob } from './job.ts';

export interface LoadJob {
  readonly port: number;
  readonly key: string;
  /** Each client requests them in order, starting at a different one. */
  readonly paths: readonly string[];
  readonly clients: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  readonly requestsPerS: number;
  readonly bytesPerRequest: number;
  readonly failures: number;
}

const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 2000;

handleJob<LoadJob, LoadResult>(async (job) => {
  const fromMs = Date.now() + job.warmUpMs;
  const untilMs = fromMs + job.measureMs;
  const count = { requests: 0, bytes: 0, failures: 0 };
  await Promise.all(
    Array.from({ length: job.clients }, (_, client) => sendRequests(job, client, fromMs, untilMs, count))
  );
  return {
    requestsPerS: (count.requests * 1000) / job.measureMs,
    bytesPerRequest: count.bytes / Math.max(1, count.requests),
    failures: count.failures,
  };
});

/**
 * Sends one request after the other on one connection and reads only the length of responses. Node's HTTP client would need as much CPU
 * time as the server, and both share the machine.
 */
function sendRequests(
  { port, key, paths }: LoadJob,
  client: number,
  fromMs: number,
  untilMs: number,
  count: { requests: number; bytes: number; failures: number }
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = client * 37;
    let left = 0;
    let length = 0;
    const ask = () => {
      left = 0;
      length = 0;
      socket.write(
        `GET ${paths[next++ % paths.length]} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}${HEAD_END}`
      );
    };
    const receive = (size: number, bytes: Uint8Array) => {
      if (length === 0) {
        const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(size, MAX_HEAD_BYTES)).toString('latin1');
        left = Number(/content-length: (\d+)/i.exec(head)?.[1]) + head.indexOf(HEAD_END) + HEAD_END.length;
        count.failures += head.startsWith('HTTP/1.1 200') ? 0 : 1;
      }
      length += size;
      left -= size;
      if (left > 0) {
        return true;
      }
      const nowMs = Date.now();
      if (nowMs >= fromMs && nowMs < untilMs) {
        count.requests += 1;
        count.bytes += length;
      }
      if (nowMs < untilMs && left === 0) {
        ask();
      } else {
        socket.destroy();
        resolve();
      }
      return true;
    };
    const socket = net.connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(262_144), callback: receive },
    });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('The service closed the connection.')));
  });
}
