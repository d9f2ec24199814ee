import { exchange } from './rawConnection.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')]);
});

afterAll(() => service.close());

/** Sends lines as a request, and parses the response. */
async function send(...lines: readonly string[]) {
  const text = await exchange(service.address, `${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/).slice(0, 2) as [string, string]));
  const isJson = /[/+]json/.test(headers.get('content-type') ?? '');
  return { status: Number(statusLine.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body };
}

const CLOSE = 'Connection: close';
const HEALTH = 'GET /health/live HTTP/1.1';

test.each([
  ['no HTTP', ['HOLA'], 400],
  ['an unknown method', ['NADA / HTTP/1.1', 'Host: x'], 400],
  ['two lengths', ['GET / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'], 400],
  ['headers over 16 KiB', [HEALTH, 'Host: x', `X-Long: ${'x'.repeat(17_000)}`], 431],
  ['an expectation', [HEALTH, 'Host: x', 'Expect: nada'], 417],
  ['no Host', [HEALTH, CLOSE], 400],
  ['two hosts', [HEALTH, 'Host: x', 'Host: y', CLOSE], 400],
])('%s is answered with a problem and a request id', async (_, lines, status) => {
  const answer = await send(...lines);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({ codigo: 'solicitud_invalida', status });
  expect((await service.get('/v1/valores')).status).toBe(200);
});

test('CONNECT is answered with 405 and the allowed methods', async () => {
  const { status, headers, body } = await send('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443');
  expect([status, headers.get('allow'), body.codigo]).toEqual([405, 'GET, HEAD, OPTIONS', 'metodo_no_permitido']);
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

test("the client's request id is returned where its headers could be read", async () => {
  for (const line of ['Expect: nada', 'Host: a b']) {
    const { headers } = await send(
      HEALTH,
      line,
      ...(line.startsWith('Host') ? [] : ['Host: x']),
      'X-Request-Id: t-1',
      CLOSE
    );
    expect(headers.get('x-request-id')).toBe('t-1');
  }
});

test.each(['', 'a b', 'a@b', 'a/b', 'a?b', 'a#b', '<a>', 'a:99999', 'a:b', '[::1', '[g]', 'a,b', 'á', 'a\\b', "a'b"])(
  'Host: %s is rejected',
  async (host) => {
    const { status, body } = await send(HEALTH, `Host: ${host}`, CLOSE);
    expect([status, body.codigo]).toEqual([400, 'solicitud_invalida']);
  }
);

test.each(['localhost', 'planta-1.example', '10.0.0.7:8310', '[::1]:8310', '[fd00::7]', 'a_b:1'])(
  'Host: %s is accepted',
  async (host) => {
    expect((await send(HEALTH, `Host: ${host}`, CLOSE)).status).toBe(200);
  }
);

test('HTTP/1.0 needs no Host', async () => {
  expect((await send('GET /health/live HTTP/1.0')).status).toBe(200);
});
