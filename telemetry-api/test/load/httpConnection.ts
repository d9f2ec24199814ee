import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  /** Without its body. */
  readonly head: string;
  readonly body: Buffer;
  /** By the system's clock. */
  readonly sentMs: number;
  readonly receivedMs: number;
  /** From the request to the last byte. */
  readonly durationMs: number;
}

type Pending = {
  readonly sentMs: number;
  readonly startedMs: number;
  readonly chunks: Buffer[];
  receivedBytes: number;
  /** Of the head and the whole answer; NaN until the head is complete. */
  headBytes: number;
  totalBytes: number;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
};

const HEAD_END = '\r\n\r\n';
const WITHOUT_BODY = [204, 304];

/** One keep-alive connection. Node's HTTP client would need as much processor time as the service, and both share the machine. */
export class HttpConnection {
  private readonly socket: Socket;
  private pending: Pending | undefined;
  private closed: Error | undefined;

  constructor(port: number) {
    this.socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.receive(chunk));
    this.socket.on('error', (error) => this.end(error));
    this.socket.on('close', () => this.end(new Error('The service closed the connection.')));
  }

  /** @throws if the connection fails or is closed before the answer is complete. One request at a time. */
  get(path: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    if (this.closed !== undefined) {
      return Promise.reject(this.closed);
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      this.pending = {
        ...{ sentMs: Date.now(), startedMs: performance.now() },
        ...{ chunks: [], receivedBytes: 0, headBytes: NaN, totalBytes: NaN, resolve, reject },
      };
      this.socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    const { pending } = this;
    if (pending === undefined) {
      this.socket.destroy(new Error('The service sent bytes that no request was answered with.'));
      return;
    }
    pending.chunks.push(chunk);
    pending.receivedBytes += chunk.length;
    if (Number.isNaN(pending.totalBytes)) {
      this.readHead(pending);
    }
    if (pending.receivedBytes >= pending.totalBytes) {
      this.answer(pending);
    }
  }

  private readHead(pending: Pending): void {
    const bytes = Buffer.concat(pending.chunks);
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) {
      return;
    }
    pending.headBytes = end + HEAD_END.length;
    const head = bytes.toString('latin1', 0, end);
    const length = WITHOUT_BODY.includes(statusOf(head)) ? 0 : Number(headerOf(head, 'content-length') ?? NaN);
    if (Number.isNaN(length)) {
      this.socket.destroy(new Error(`An answer has no Content-Length:\n${head}`));
    }
    pending.totalBytes = pending.headBytes + length;
  }

  private answer({ chunks, headBytes, totalBytes, resolve, ...pending }: Pending): void {
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const head = bytes.toString('latin1', 0, headBytes - HEAD_END.length);
    this.pending = undefined;
    resolve({
      status: statusOf(head),
      head,
      body: bytes.subarray(headBytes, totalBytes),
      sentMs: pending.sentMs,
      receivedMs: Date.now(),
      durationMs: performance.now() - pending.startedMs,
    });
  }

  private end(error: Error): void {
    this.closed ??= error;
    this.pending?.reject(this.closed);
    this.pending = undefined;
  }
}

/** The value of a field in the head of an answer. */
export function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trimEnd();
}

function statusOf(head: string): number {
  return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}
