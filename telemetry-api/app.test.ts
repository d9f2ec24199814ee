import { startTestService, testDevice, type TestService } from './test/support/testService.ts';
import { PERMISSIONS } from './store/keys/keys.ts';

const NEEDED = {
  '/v1/lecturas?dispositivo=COMP-01&tag=temperatura&desde=2026-06-01T00:00:00Z': 'lecturas:leer',
  '/v1/valores': 'lecturas:leer',
  '/v1/alertas': 'alertas:leer',
  '/v1/dispositivos': 'dispositivos:leer',
  '/v1/exportaciones': 'exportaciones:leer',
  '/v1/exportaciones/00000000-0000-4000-8000-000000000000': 'exportaciones:leer',
} as const;
const OPERATIONS = Object.keys(NEEDED) as Array<keyof typeof NEEDED>;

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')]);
});

afterAll(() => service.close());

function authorized(secret: string, more: RequestInit = {}): RequestInit {
  return { ...more, headers: { authorization: `Bearer ${secret}`, ...more.headers } };
}

describe.each(OPERATIONS)('GET %s', (url) => {
  test('requires a key', async () => {
    const { status, headers, body } = await service.request(url);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="telemetria"');
    expect(body.codigo).toBe('clave_requerida');
  });

  test.each(PERMISSIONS)('with a key that has only %s', async (permission) => {
    const { status, body } = await service.request(url, authorized(await service.key({ permissions: [permission] })));
    const isMissingExport = url.endsWith('000000000000');
    expect(status).toBe(permission === NEEDED[url] ? (isMissingExport ? 404 : 200) : 403);
    if (status === 403) {
      expect(body).toMatchObject({ codigo: 'permiso_insuficiente', detail: expect.stringContaining(NEEDED[url]) });
    }
  });

  test('checks the key before the parameters', async () => {
    const separator = url.includes('?') ? '&' : '?';
    expect((await service.request(`${url}${separator}nada=1`)).status).toBe(401);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH', 'PURGE'])(
    'rejects %s and lists the allowed methods',
    async (method) => {
      const init = { method, body: '<a/>', headers: { 'content-type': 'text/xml' } };
      const { status, headers, body } = await service.request(url, init);
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(body.codigo).toBe('metodo_no_permitido');
    }
  );

  test('OPTIONS lists the allowed methods', async () => {
    const { status, headers } = await service.request(url, { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  test('HEAD responds like GET, without a body', async () => {
    const secret = await service.key();
    const head = await service.request(url, authorized(secret, { method: 'HEAD' }));
    const get = await service.request(url, authorized(secret));
    expect(head.status).toBe(get.status);
    expect(head.body).toBe('');
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  });

  test('responds with JSON only', async () => {
    const { status, body } = await service.request(
      url,
      authorized(await service.key(), { headers: { accept: 'text/html' } })
    );
    expect([status, body.codigo]).toEqual([406, 'formato_no_aceptable']);
  });
});

test.each([
  ['Basic abc', 'clave_invalida'],
  ['Bearer', 'clave_invalida'],
  ['Bearer ', 'clave_invalida'],
  ['Bearer a b', 'clave_invalida'],
  ['Bearer tii_live_nada', 'clave_invalida'],
])('Authorization: %s is not a valid key', async (authorization, codigo) => {
  const { status, headers, body } = await service.request('/v1/valores', { headers: { authorization } });
  expect([status, body.codigo]).toEqual([401, codigo]);
  expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('the authorization scheme is case-insensitive', async () => {
  const headers = { authorization: `bEARER ${await service.key()}` };
  expect((await service.request('/v1/valores', { headers })).status).toBe(200);
});

test('a key with one letter changed is rejected', async () => {
  const secret = await service.key();
  const altered = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
  expect((await service.request('/v1/valores', authorized(altered))).body.codigo).toBe('clave_invalida');
});

test('a key is rejected from its expiry on', async () => {
  const nowMs = Date.UTC(2026, 5, 15, 12);
  const secret = await service.key({ expiresMs: nowMs + 1000 });
  expect((await service.request('/v1/valores', authorized(secret))).status).toBe(200);
  service.setNow(nowMs + 1000);
  const { status, body } = await service.request('/v1/valores', authorized(secret));
  service.setNow(nowMs);
  expect([status, body.codigo]).toEqual([401, 'clave_vencida']);
});

test.each(['/', '/v1', '/v1/', '/v1/lecturas/', '/v2/lecturas', '/V1/lecturas', '/v1/lecturas/x', '/favicon.ico'])(
  '%s is not found',
  async (url) => {
    const { status, headers, body } = await service.request(url);
    expect([status, body.codigo]).toEqual([404, 'ruta_no_encontrada']);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  }
);

test('a path that cannot be decoded responds with 400', async () => {
  const { status, body } = await service.request('/v1/%zz');
  expect([status, body.codigo]).toEqual([400, 'solicitud_invalida']);
});

test.each(['/v1/exportaciones/', '/descargas/'])(
  '%s with a long id: the key is checked first, then the id',
  async (url) => {
    const long = url + 'x'.repeat(4000);
    if (url.startsWith('/v1')) {
      expect((await service.request(long)).body.codigo).toBe('clave_requerida');
    }
    const { status, body } = await service.request(long, authorized(await service.key()));
    expect([status, body.codigo, body.parametro]).toEqual([400, 'parametro_invalido', 'id']);
  }
);

test('parameters with characters that PostgreSQL cannot store are rejected or match nothing', async () => {
  const { status, body } = await service.get('/v1/valores', { dispositivo: 'a\0' });
  expect([status, body.parametro]).toEqual([400, 'dispositivo']);
  const broken = await service.request('/v1/valores?dispositivo=%ff%fe', authorized(await service.key()));
  expect(broken.status).toBe(404);
});

test('the service reports that it is alive and ready', async () => {
  expect((await service.request('/health/live')).status).toBe(200);
  expect(await service.request('/health/ready')).toMatchObject({ status: 200, body: { estado: 'listo' } });
});

test('the response to an unexpected error contains no internal details', async () => {
  const secret = await service.key();
  await service.pool.query('ALTER TABLE latest RENAME TO hidden');
  const { status, body } = await service.request('/v1/valores', authorized(secret));
  await service.pool.query('ALTER TABLE hidden RENAME TO latest');
  expect(status).toBe(500);
  expect(body.codigo).toBe('error_interno');
  expect(JSON.stringify(body)).not.toMatch(/latest|relation|SELECT/i);
});
