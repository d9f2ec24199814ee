import { setTimeout as sleep } from 'node:timers/promises';

export interface PoliteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

const MAX_REJECTIONS = 100;

/** Requests that wait as long as a 429 or 503 says, and then repeat. */
export class PoliteClient {
  private readonly address: string;
  private readonly secret: string;

  constructor(address: string, secret: string) {
    this.address = address;
    this.secret = secret;
  }

  /** @throws if the connection fails, or after a hundred rejections */
  async get(path: string): Promise<PoliteAnswer> {
    for (let rejections = 0; ; rejections++) {
      const headers = { authorization: `Bearer ${this.secret}` };
      const answer = await fetch(new URL(path, this.address), { headers });
      const { status } = answer;
      const bytes = Buffer.from(await answer.arrayBuffer());
      if ((status !== 429 && status !== 503) || rejections === MAX_REJECTIONS) {
        return { status, headers: answer.headers, bytes };
      }
      await sleep(1000 * Number(answer.headers.get('retry-after') ?? NaN));
    }
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
