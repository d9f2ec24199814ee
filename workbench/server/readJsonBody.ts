import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 1_000_000;

/**
 * Reads the JSON body of a request.
 * @throws Error if the body is longer than 1 MB or is not JSON
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
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
