import type { Exchange, Fault } from './faultProxy';

/** A fault that lasts while a dashboard is open and refreshed. */
export interface LastingFault {
  /** In the table. */
  readonly name: string;
  /** What happens to requests meanwhile. */
  readonly answer: Fault['answer'];
  /** Infinite without a refresh. */
  readonly refreshMs: number;
  /** The backend is lost, too; Grafana's own answer for it. */
  readonly lostBackendStatus?: number;
}

const SECOND_MS = 1000;

const pass = async ({ response, forward }: Exchange) => {
  response.end(await forward());
};

const hang = ({ hold }: Exchange) => hold();

/** Half of each body comes, and then nothing. */
const stall = async ({ forward, response, hold }: Exchange) => {
  const body = await forward();
  response.setHeader('content-length', body.length);
  response.write(body.subarray(0, body.length / 2));
  hold();
};

const unavailable = ({ response }: Exchange) => void response.writeHead(504).end();

export const LASTING_FAULTS: readonly LastingFault[] = [
  { name: 'no response, refresh every 5 s', answer: hang, refreshMs: 5 * SECOND_MS },
  { name: 'no response, refresh every 10 s', answer: hang, refreshMs: 10 * SECOND_MS },
  { name: 'no response, refresh every minute', answer: hang, refreshMs: 60 * SECOND_MS },
  { name: 'no response, no refresh', answer: hang, refreshMs: Infinity },
  { name: 'bodies stall, refresh every 10 s', answer: stall, refreshMs: 10 * SECOND_MS },
  { name: "Grafana's proxy has no response (504), refresh every 5 s", answer: unavailable, refreshMs: 5 * SECOND_MS },
  { name: 'backend lost (500), refresh every 10 s', answer: pass, refreshMs: 10 * SECOND_MS, lostBackendStatus: 500 },
  { name: 'backend lost (404), refresh every 10 s', answer: pass, refreshMs: 10 * SECOND_MS, lostBackendStatus: 404 },
];
