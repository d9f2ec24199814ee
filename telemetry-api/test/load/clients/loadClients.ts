// The clients of a load run, in a process of their own: each sends one request after the other on its connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, uniform } from '../../../demo/signals/random.ts';
import { classifyResponse, type ResponseClass, rowsOf } from './classifyResponse.ts';
import { LoadConnection, type TimedAnswer } from './loadConnection.ts';
import {
  type Kind,
  KINDS,
  type LoadJob,
  type LoadKey,
  type LoadResult,
  type LoadSignal,
  type PlannedRequest,
} from './loadJob.ts';
import { percentile } from '../percentile.ts';

/** Shares of requests with If-None-Match, and with Accept-Encoding. */
const CONDITIONAL_SHARE = 0.1;
const COMPRESSED_SHARE = 0.1;
const WRONG_PAUSE_MS = 200;
/** Of a client after the load has ended, when nothing rejects it any more. */
const MAX_LATE_REJECTIONS = 5;

type ByKind = ReadonlyMap<Kind, readonly PlannedRequest[]>;

class LoadClients {
  private readonly job: LoadJob;
  private readonly seedKey: number;
  private readonly requests: readonly ByKind[];
  private draws = 0;
  private isStopping = false;
  private readonly durationsMs = new Map<Kind, number[]>();
  private readonly statuses: Record<string, number> = {};
  private readonly wrong: Record<string, number> = {};
  private readonly unreachable: Array<{ readonly sentMs: number; readonly receivedMs: number }> = [];
  /** The service accepts connections one by one, which takes seconds on a busy machine. */
  private unansweredConnections: number;
  private answered: number[];
  private answeredAfterRestart: number[];
  private neverAdmitted = 0;
  /** The most rows in an answer to each request for readings that are being imported. */
  private readonly liveRows = new Map<string, number>();

  constructor(job: LoadJob) {
    this.job = job;
    this.seedKey = keyOf(job.seed);
    this.requests = job.requests.map(groupByKind);
    this.unansweredConnections = job.keys.reduce((sum, { connections }) => sum + connections, 0);
    this.answered = job.keys.map(() => 0);
    this.answeredAfterRestart = job.keys.map(() => 0);
  }

  /** Sends requests until `stop` was received. */
  async run(): Promise<LoadResult> {
    const startedMs = performance.now();
    await Promise.all(
      this.job.keys.flatMap((key, index) =>
        Array.from({ length: key.connections }, () => this.sendRequests(key, index))
      )
    );
    return {
      seconds: (performance.now() - startedMs) / 1000,
      latencies: [...this.durationsMs].map(([kind, durationsMs]) => ({
        kind,
        count: durationsMs.length,
        p50Ms: percentile(durationsMs, 0.5),
        p95Ms: percentile(durationsMs, 0.95),
        p99Ms: percentile(durationsMs, 0.99),
        maxMs: percentile(durationsMs, 1),
      })),
      ...{ statuses: this.statuses, answered: this.answered, answeredAfterRestart: this.answeredAfterRestart },
      ...{ wrong: this.wrong, unreachable: this.unreachable, neverAdmitted: this.neverAdmitted },
    };
  }

  receive(signal: LoadSignal): void {
    if (signal === 'stop') {
      this.isStopping = true;
    } else {
      this.answeredAfterRestart = this.job.keys.map(() => 0);
    }
  }

  /** On one connection. After the load has ended, a rejected request is repeated until it is admitted. */
  private async sendRequests(key: LoadKey, keyIndex: number): Promise<void> {
    const connection = new LoadConnection(this.job.address);
    let request = this.draw(key);
    let isFirst = true;
    for (let rejections = 0, lateRejections = 0; !this.isStopping || rejections > 0;) {
      const rowsBefore = this.liveRows.get(request.path) ?? 0;
      try {
        const answer = await connection.get(request.path, this.headersFor(key, request));
        if (isFirst) {
          isFirst = false;
          this.countConnection();
        }
        const { connections } = key;
        const { maxConcurrentPerKey } = this.job;
        const found = classifyResponse(request, answer, { connections, maxConcurrentPerKey, rowsBefore });
        this.count(request, answer, found, keyIndex);
        if (found.kind === 'rejected') {
          rejections += 1;
          lateRejections += this.isStopping ? 1 : 0;
          if (lateRejections > MAX_LATE_REJECTIONS) {
            this.neverAdmitted += 1;
            break;
          }
          await sleep((this.isStopping ? undefined : key.impatientMs) ?? 1000 * found.retryAfterS);
          continue;
        }
      } catch (error) {
        this.countWrong(`${(error as Error).message} (${request.kind})`);
        await sleep(WRONG_PAUSE_MS);
      }
      rejections = 0;
      request = this.draw(key);
    }
    await connection.close();
  }

  /** Only with all connections is the service saturated by all keys. */
  private countConnection(): void {
    this.unansweredConnections -= 1;
    if (this.unansweredConnections === 0) {
      this.answered = this.job.keys.map(() => 0);
    }
  }

  private count(request: PlannedRequest, answer: TimedAnswer, found: ResponseClass, keyIndex: number): void {
    const label = found.kind === 'rejected' ? found.code : String(answer.status);
    this.statuses[label] = (this.statuses[label] ?? 0) + 1;
    if (found.kind === 'wrong') {
      this.countWrong(`${found.why} (${request.kind})`);
    } else if (found.kind === 'answered') {
      const durationsMs = this.durationsMs.get(request.kind) ?? [];
      this.durationsMs.set(request.kind, durationsMs);
      durationsMs.push(answer.durationMs);
      this.answered[keyIndex] = (this.answered[keyIndex] ?? 0) + 1;
      this.answeredAfterRestart[keyIndex] = (this.answeredAfterRestart[keyIndex] ?? 0) + 1;
      if (request.kind === 'live') {
        this.liveRows.set(request.path, Math.max(rowsOf(answer), this.liveRows.get(request.path) ?? 0));
      }
    } else if (found.code.endsWith('base_no_disponible')) {
      this.unreachable.push({ sentMs: answer.sentMs, receivedMs: answer.receivedMs });
    }
  }

  private countWrong(why: string): void {
    this.wrong[why] = (this.wrong[why] ?? 0) + 1;
  }

  private draw({ keyClass }: LoadKey): PlannedRequest {
    const byKind = this.requests[keyClass] ?? new Map<Kind, readonly PlannedRequest[]>();
    const kinds = [...byKind.keys()];
    let left = this.random() * kinds.reduce((sum, kind) => sum + KINDS[kind], 0);
    const kind = kinds.find((candidate) => (left -= KINDS[candidate]) < 0) ?? 'raw';
    const requests = byKind.get(kind) ?? [];
    return requests[Math.floor(this.random() * requests.length)] as PlannedRequest;
  }

  private headersFor({ secret }: LoadKey, { etag }: PlannedRequest): Record<string, string> {
    return {
      authorization: `Bearer ${secret}`,
      ...(etag !== undefined && this.random() < CONDITIONAL_SHARE && { 'if-none-match': etag }),
      ...(etag !== undefined && this.random() < COMPRESSED_SHARE && { 'accept-encoding': 'gzip' }),
    };
  }

  private random(): number {
    return uniform(this.seedKey, this.draws++);
  }
}

function groupByKind(requests: readonly PlannedRequest[]): ByKind {
  const byKind = new Map<Kind, PlannedRequest[]>();
  for (const request of requests) {
    const ofKind = byKind.get(request.kind) ?? [];
    byKind.set(request.kind, ofKind);
    ofKind.push(request);
  }
  return byKind;
}

process.once('message', (job) => {
  const clients = new LoadClients(job as LoadJob);
  process.on('message', (signal) => clients.receive(signal as LoadSignal));
  // Exits with its parent, even if that was killed.
  process.once('disconnect', () => process.exit());
  void clients.run().then((result) => process.send?.(result));
});
