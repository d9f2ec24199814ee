import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ReportingGlobal } from './reportingEnvironment';

/** What Grafana would send to the backend of the plugin; see tests/testhost. */
export interface BackendRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly jsonData: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The login of who sends it; absent: nobody with an account. */
  readonly user?: string;
  readonly queries?: ReadonlyArray<{
    readonly refId: string;
    readonly model: object;
    readonly fromEpochMs: number;
    readonly toEpochMs: number;
    readonly maxDataPoints: number;
    readonly intervalMs: number;
  }>;
  /** Path and parameters of a resource, in place of queries. */
  readonly resource?: string;
  /** Sent to the resource with POST; absent: GET. */
  readonly body?: unknown;
  /** A health check, in place of queries. */
  readonly health?: true;
}

/** @template Frame data frame as JSON */
export interface BackendResponse<Frame = unknown> {
  /** Without the JSON of the test host. */
  readonly durationMs: number;
  readonly error?: string;
  readonly responses?: {
    readonly results: Readonly<Record<string, { readonly frames?: readonly Frame[]; readonly error?: string }>>;
  };
  readonly status?: number;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** Base64. */
  readonly body?: string;
  readonly health?: {
    readonly status: 'OK' | 'ERROR';
    readonly message: string;
    readonly details: { readonly message?: string } | null;
  };
}

/**
 * Builds the backend and the test host for this machine.
 * @param folder for the executables
 * @throws Error with the output of the build
 */
export function buildBackend(folder: string): void {
  const args = ['--import', 'tsx', 'scripts/backend/build.ts', '--for-tests', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${stdout}${stderr}`);
  }
}

/** How much of its output an error has. */
const MAX_OUTPUT = 8000;

interface WaitingRequest {
  readonly resolve: (response: BackendResponse) => void;
  readonly reject: (error: Error) => void;
}

/** The backend of the plugin in a process of its own, as Grafana starts it. If it ends, requests fail at once with its last output. */
export class BackendHost {
  private readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly waiting = new Map<number, WaitingRequest>();
  private readonly started: Promise<number>;
  private readonly ended: Promise<void>;
  private lastOutput = '';
  private end: string | undefined;
  private readonly uids = new Map<string, string>();
  private requests = 0;

  /** @param folder as for `buildBackend` */
  constructor(folder: string) {
    this.process = spawn(path.join(folder, 'testhost'), [path.join(folder, 'gpx_telemetria')], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.lastOutput = `${this.lastOutput}${String(chunk)}`.slice(-MAX_OUTPUT);
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', () => resolve());
    });
    // A process that has ended reads nothing, which 'close' reports.
    this.process.stdin.on('error', () => undefined);
    this.started = new Promise((resolve, reject) => {
      const fail = (end: string) => {
        this.end ??= end;
        const error = this.failure(this.end);
        reject(error);
        this.waiting.forEach((request) => request.reject(error));
        this.waiting.clear();
      };
      this.process.on('error', ({ message }) => fail(`The test host did not start: ${message}`));
      this.process.on('close', (code, signal) => fail(`The test host ended with ${signal ?? code}`));
      createInterface({ input: this.process.stdout }).on('line', (line) => {
        const message = JSON.parse(line) as BackendResponse & { readonly id: number; readonly pid?: number };
        if (message.pid !== undefined) {
          resolve(message.pid);
        } else {
          const { resolve: pass, reject: refuse } = this.waiting.get(message.id)!;
          this.waiting.delete(message.id);
          if (message.error === undefined) {
            pass(message);
          } else {
            refuse(this.failure(message.error));
          }
        }
      });
    });
    (globalThis as ReportingGlobal).onTestFailure = () => process.stderr.write(`${this.lastWords()}\n`);
    // Whoever sends a request gets the error, too.
    this.started.catch(() => undefined);
  }

  /** The process id of the backend, once it has started. */
  pid(): Promise<number> {
    return this.started;
  }

  /** @throws Error with the last output of the backend if it gave no response, such as after its end */
  async send<Frame>(request: BackendRequest): Promise<BackendResponse<Frame>> {
    if (this.end !== undefined) {
      throw this.failure(this.end);
    }
    const id = ++this.requests;
    const response = new Promise<BackendResponse>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.process.stdin.write(`${JSON.stringify({ ...request, id, uid: this.findUid(request) })}\n`);
    return response as Promise<BackendResponse<Frame>>;
  }

  /** Ends the process, and waits until it has ended: it would keep the process of the tests from ending. */
  async close(): Promise<void> {
    this.process.stdin.end();
    await this.ended;
  }

  private failure(what: string): Error {
    return new Error(`${what}. ${this.lastWords()}`);
  }

  private lastWords(): string {
    return `The last output of the backend:\n${this.lastOutput || 'none'}`;
  }

  /** Other settings are another data source. */
  private findUid({ url, apiKey, jsonData }: BackendRequest): string {
    const settings = JSON.stringify([url, apiKey, jsonData]);
    const uid = this.uids.get(settings) ?? `source-${this.uids.size + 1}`;
    this.uids.set(settings, uid);
    return uid;
  }
}
