import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFaults, type RunningStack } from './stackAnswers.ts';

/** One server in the place of Grafana and of the service. */

const PUBLISHED = 'tii_live_published';
const KEY = 'tii_live_own';
const READINGS = [
  [Date.parse('2026-10-05T10:00:00Z'), 7.1],
  [Date.parse('2026-10-05T10:01:00Z'), 7.25],
] as const;

let answers: {
  stored: ReadonlyArray<readonly [number, number]>;
  keys: readonly string[];
  isOpen: boolean;
  appUrl: string;
  error?: string;
};
let queries: unknown[] = [];
let stack: RunningStack;

const server = createServer((request, response) => {
  void readBody(request).then((body) => {
    const [status, answer] = respond(request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
  }
  return text;
}

function respond(request: IncomingMessage, body: string): [status: number, answer: unknown] {
  const authorization = request.headers.authorization ?? '';
  switch (request.url!.split('?')[0]) {
    case '/v1/dispositivos':
      return [answers.keys.includes(authorization.replace('Bearer ', '')) ? 200 : 401, {}];
    case '/v1/lecturas':
      return [200, { datos: answers.stored.map(([timeMs, valor]) => ({ ts: new Date(timeMs).toISOString(), valor })) }];
    case '/api/datasources':
      return [answers.isOpen || authorization !== '' ? 200 : 401, []];
    case '/api/frontend/settings':
      return [200, { appUrl: answers.appUrl }];
    case '/api/dashboards/uid/what-it-can-show': {
      const targets = [{ refId: 'A', kind: 'history', datasource: { uid: '${source}' } }];
      return [200, { dashboard: { panels: [{ panels: [{ title: 'Spikes: air pressure', targets }] }] } }];
    }
    default: {
      queries.push(...(JSON.parse(body) as { queries: unknown[] }).queries);
      const fields = [{ type: 'time' }, { type: 'number' }];
      const values = [READINGS.map(([timeMs]) => timeMs), READINGS.map(([, value]) => value)];
      const result = answers.error === undefined ? { frames: [{ schema: { fields }, data: { values } }] } : answers;
      return [200, { results: { A: result } }];
    }
  }
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stack = { grafana: { url, user: 'admin', password: 'secret' }, api: { url }, key: KEY };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  queries = [];
  answers = { stored: READINGS, keys: [KEY], isOpen: false, appUrl: `${stack.grafana.url}/` };
});

test('a stack that shows what the service has is right, by the query of the dashboard with its data source', async () => {
  expect(await findFaults(stack, PUBLISHED)).toEqual([]);
  expect(queries).toMatchObject([{ refId: 'A', kind: 'history', datasource: { uid: 'telemetria-industrial' } }]);
});

test('other numbers are a fault that shows both', async () => {
  answers = { ...answers, stored: [READINGS[0], [READINGS[1][0], 7.26]] };
  expect(await findFaults(stack, PUBLISHED)).toEqual([
    expect.stringMatching(/shows 2 readings.*service has 2 readings/),
  ]);
});

test('so is a panel without readings of a service without any', async () => {
  answers = { ...answers, stored: [] };
  expect(await findFaults(stack, PUBLISHED)).toEqual([expect.stringMatching(/service has no readings/)]);
});

test('an error of the panel is one of the test', async () => {
  answers = { ...answers, error: 'No answer' };
  await expect(findFaults(stack, PUBLISHED)).rejects.toThrow('"Spikes: air pressure" has an error: No answer');
});

test.each([
  ['a published key that is still accepted', { keys: [KEY, PUBLISHED] }, /accepts the published key/],
  ['an own key that is not', { keys: [] }, /accepts the published key, or not/],
  ['a Grafana that is open', { isOpen: true }, /Without signing in, Grafana answers with 200/],
  ['links to another port', { appUrl: 'http://localhost:3000/' }, /Links lead to http:\/\/localhost:3000/],
])('%s is a fault', async (_, change, fault) => {
  answers = { ...answers, ...change };
  expect(await findFaults(stack, PUBLISHED)).toEqual([expect.stringMatching(fault)]);
});
