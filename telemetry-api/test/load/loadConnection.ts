import { Client } from 'undici';
import type { HttpAnswer } from './classifyResponse.ts';

export interface TimedAnswer extends HttpAnswer {
  /** By the system's clock. */
  readonly sentMs: number;
  readonly receivedMs: number;
  /** From the request to the last byte. */
  readonly durationMs: number;
}

/** Longer than any wait between two requests. */
const KEEP_ALIVE_MS = 60_000;

/** A keep-alive connection for one request at a time. */
export class LoadConnection {
  private readonly client: Client;
  private isWaiting = false;
  private lost: Error | undefined;

  /** @param address of the service, for example http://127.0.0.1:8310 */
  constructor(address: string) {
    this.client = new Client(address, { keepAliveTimeout: KEEP_ALIVE_MS });
    this.client.on('disconnect', (_origin, _targets, error) => {
      if (!this.isWaiting) {
        this.lost = error;
      }
    });
  }

  /** @throws if the connection fails, or was closed after the last answer. The next request has a new connection. */
  async get(path: string, headers: Readonly<Record<string, string>>): Promise<TimedAnswer> {
    const { lost } = this;
    this.lost = undefined;
    if (lost !== undefined) {
      // Otherwise the client would open another one, and nobody would know.
      throw lost;
    }
    this.isWaiting = true;
    try {
      const [sentMs, startedMs] = [Date.now(), performance.now()];
      const answer = await this.client.request({ method: 'GET', path, headers });
      const body = Buffer.from(await answer.body.arrayBuffer());
      const durationMs = performance.now() - startedMs;
      return { status: answer.statusCode, headers: answer.headers, body, sentMs, receivedMs: Date.now(), durationMs };
    } finally {
      this.isWaiting = false;
    }
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}
