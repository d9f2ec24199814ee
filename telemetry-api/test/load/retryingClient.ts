import type { IncomingHttpHeaders } from 'node:http';
import { Agent, interceptors, request } from 'undici';

interface ReceivedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** After a 429 or 503, waits as long as it says and repeats the request. */
const RETRYING = new Agent().compose(interceptors.retry({ statusCodes: [429, 503], errorCodes: [], maxRetries: 100 }));

/** Requests with one key, which wait as long as a rejection says. */
export class RetryingClient {
  private readonly address: string;
  private readonly secret: string;

  constructor(address: string, secret: string) {
    this.address = address;
    this.secret = secret;
  }

  /** @throws if the connection fails, or after a hundred rejections */
  async get(path: string): Promise<ReceivedAnswer> {
    const { statusCode, headers, body } = await request(new URL(path, this.address), {
      headers: { authorization: `Bearer ${this.secret}` },
      dispatcher: RETRYING,
    });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  }

  /** @throws on any status but 200 */
  async getJson<T>(path: string): Promise<T> {
    const { status, bytes } = await this.get(path);
    if (status !== 200) {
      throw new Error(`GET ${path}: ${status} ${bytes.toString()}`);
    }
    return JSON.parse(bytes.toString()) as T;
  }
}
