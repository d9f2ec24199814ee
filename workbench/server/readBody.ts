import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1_000_000;

/**
 * The JSON body of a request.
 * @throws Error when it is longer than 1 MB or no JSON
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      throw new Error('The body is longer than 1 MB.');
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Error('The body is not JSON.');
  }
}
