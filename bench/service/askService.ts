import { Agent, get, type IncomingMessage } from 'node:http';

export interface TimedAnswer {
  readonly text: string;
  /** Time from the request to the last byte. */
  readonly durationMs: number;
}

/** A client with one keep-alive connection. Its requests throw on any status but 200. */
export function openClient(port: number, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: async (
      path: string,
      delay: (bytes: number) => Promise<void> = async () => undefined
    ): Promise<TimedAnswer> => {
      const startedMs = performance.now();
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${key}` };
        get({ host: '127.0.0.1', port, path, agent, headers }, resolve).on('error', reject);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        await delay(chunk.length);
      }
      const durationMs = performance.now() - startedMs;
      const text = Buffer.concat(chunks).toString('utf8');
      if (answer.statusCode !== 200) {
        throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`);
      }
      return { text, durationMs };
    },
    close: () => agent.destroy(),
  };
}

/** The cursor at the end of a page; null on the last one. */
export function cursorOf(page: string): string | null {
  const cursor = /"siguiente":(null|"[^"]*")\}$/.exec(page.slice(-2000))?.[1];
  if (cursor === undefined) {
    throw new Error(`A page ends without a cursor: …${page.slice(-100)}`);
  }
  return cursor === 'null' ? null : cursor.slice(1, -1);
}
