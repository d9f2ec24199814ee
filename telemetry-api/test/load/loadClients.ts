import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, uniform } from '../../demo/signals/random.ts';
import { classifyResponse, type PlannedRequest, type ResponseClass } from './classifyResponse.ts';
import { LoadConnection, type TimedAnswer } from './loadConnection.ts';

export interface LoadKey {
  readonly secret: string;
  readonly connections: number;
  /** Its connections are more than a key may use, and do not wait as told. */
  readonly isGreedy: boolean;
  /** The pages of each list that it reads. */
  readonly requests: ReadonlyArray<readonly PlannedRequest[]>;
}

/** Shares of requests with If-None-Match, and with Accept-Encoding. */
const CONDITIONAL_SHARE = 0.1;
const COMPRESSED_SHARE = 0.1;
const WRONG_PAUSE_MS = 200;
const GREEDY_PAUSE_MS = 50;
/** Of a client after the load has ended, when nothing rejects it any more. */
const MAX_LATE_REJECTIONS = 5;

/** Clients of which each sends one request after the other on its connection, and what they received. */
export class LoadClients {
  readonly durationsMs = new Map<string, number[]>();
  /** Answers by status, with the code of rejections. */
  readonly statuses: Record<string, number> = {};
  /** What was wrong with an answer or a connection, and how often. */
  readonly wrong: Record<string, number> = {};
  /** When requests were sent and answered that got a 503 because of the database, by the system's clock. */
  readonly unreachable: Array<{ readonly sentMs: number; readonly receivedMs: number }> = [];
  /** Answers to each key that were no rejections, since all connections were answered for the first time and since the restart. */
  answered: number[];
  answeredAfterRestart: number[];
  /** Clients whose last request was still rejected after the load had ended, though they waited. */
  neverAdmitted = 0;
  private readonly address: string;
  private readonly seedKey: number;
  private readonly keys: readonly LoadKey[];
  private draws = 0;
  private isStopping = false;
  /** The service accepts connections one by one, which takes seconds on a busy machine. */
  private unansweredConnections: number;

  constructor(address: string, seed: string, keys: readonly LoadKey[]) {
    this.address = address;
    this.seedKey = keyOf(seed);
    this.keys = keys;
    this.unansweredConnections = keys.reduce((sum, { connections }) => sum + connections, 0);
    this.answered = keys.map(() => 0);
    this.answeredAfterRestart = keys.map(() => 0);
  }

  /** Sends requests until `stop` was called. */
  async run(): Promise<void> {
    await Promise.all(
      this.keys.flatMap((key, index) => Array.from({ length: key.connections }, () => this.sendRequests(key, index)))
    );
  }

  onRestart(): void {
    this.answeredAfterRestart = this.keys.map(() => 0);
  }

  stop(): void {
    this.isStopping = true;
  }

  /** On one connection. After the load has ended, a rejected request is repeated until it is admitted. */
  private async sendRequests(key: LoadKey, keyIndex: number): Promise<void> {
    const connection = new LoadConnection(this.address);
    let request = this.draw(key);
    let isFirst = true;
    for (let isRejected = false, lateRejections = 0; !this.isStopping || isRejected;) {
      try {
        const answer = await connection.get(request.path, this.headersFor(key, request));
        if (isFirst) {
          isFirst = false;
          this.countConnection();
        }
        const found = classifyResponse(request, answer, key.isGreedy);
        this.count(request, answer, found, keyIndex);
        if (found.kind === 'rejected') {
          isRejected = true;
          lateRejections += this.isStopping ? 1 : 0;
          if (lateRejections > MAX_LATE_REJECTIONS) {
            this.neverAdmitted += 1;
            break;
          }
          await sleep(key.isGreedy && !this.isStopping ? GREEDY_PAUSE_MS : 1000 * found.retryAfterS);
          continue;
        }
      } catch (error) {
        this.countWrong(`${(error as Error).message} (${request.kind})`);
        await sleep(WRONG_PAUSE_MS);
      }
      isRejected = false;
      request = this.draw(key);
    }
    await connection.close();
  }

  /** Only with all connections is the service saturated by all keys. */
  private countConnection(): void {
    this.unansweredConnections -= 1;
    if (this.unansweredConnections === 0) {
      this.answered = this.keys.map(() => 0);
    }
  }

  private count({ kind }: PlannedRequest, answer: TimedAnswer, found: ResponseClass, keyIndex: number): void {
    const label = found.kind === 'rejected' ? found.code : String(answer.status);
    this.statuses[label] = (this.statuses[label] ?? 0) + 1;
    if (found.kind === 'wrong') {
      this.countWrong(`${found.why} (${kind})`);
    } else if (found.kind === 'answered') {
      const durationsMs = this.durationsMs.get(kind) ?? [];
      this.durationsMs.set(kind, durationsMs);
      durationsMs.push(answer.durationMs);
      this.answered[keyIndex] = (this.answered[keyIndex] ?? 0) + 1;
      this.answeredAfterRestart[keyIndex] = (this.answeredAfterRestart[keyIndex] ?? 0) + 1;
    } else if (found.code.endsWith('base_no_disponible')) {
      this.unreachable.push({ sentMs: answer.sentMs, receivedMs: answer.receivedMs });
    }
  }

  private countWrong(why: string): void {
    this.wrong[why] = (this.wrong[why] ?? 0) + 1;
  }

  private draw({ requests }: LoadKey): PlannedRequest {
    const pages = requests[Math.floor(this.random() * requests.length)] ?? [];
    return pages[Math.floor(this.random() * pages.length)] as PlannedRequest;
  }

  private headersFor({ secret }: LoadKey, { etag }: PlannedRequest): Record<string, string> {
    return {
      authorization: `Bearer ${secret}`,
      ...(this.random() < CONDITIONAL_SHARE && { 'if-none-match': etag }),
      ...(this.random() < COMPRESSED_SHARE && { 'accept-encoding': 'gzip' }),
    };
  }

  private random(): number {
    return uniform(this.seedKey, this.draws++);
  }
}
