import { startTestExports, type TestExports } from '../support/testExports.ts';

let service: TestExports;

afterEach(() => service.close());

function guess(headers: Readonly<Record<string, string>>) {
  return service.request('/v1/valores', {
    headers: { ...headers, authorization: `Bearer tii_live_${Math.random()}` },
  });
}

async function firstLink(headers: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await service.request('/v1/exportaciones', {
    headers: { ...headers, authorization: `Bearer ${service.secret}` },
  });
  return body.exportaciones[0].descarga;
}

async function readyExport(): Promise<void> {
  service.start();
  await service.until(await service.queue(), ['lista']);
}

test('behind a trusted proxy, addresses and links are those that the proxy reports', async () => {
  service = await startTestExports({ trustProxy: '127.0.0.0/8,::1' });
  for (let n = 0; n < 30; n++) {
    expect((await guess({ 'x-forwarded-for': '10.0.0.1' })).status).toBe(401);
  }
  expect((await guess({ 'x-forwarded-for': '10.0.0.1' })).status).toBe(429);
  // Only the last address is the proxy's own observation: those before it are the client's words.
  expect((await guess({ 'x-forwarded-for': '10.0.0.9, 10.0.0.1' })).status).toBe(429);
  expect((await guess({ 'x-forwarded-for': '10.0.0.2' })).status).toBe(401);

  await readyExport();
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'planta.example' };
  expect(await firstLink(forwarded)).toMatch(/^https:\/\/planta\.example\/descargas\//);
  const { status, body } = await service.request('/health/live', { headers: { 'x-forwarded-host': 'a b' } });
  expect([status, body.codigo]).toEqual([400, 'solicitud_invalida']);
});

test('without a trusted proxy, clients cannot choose their address or the host of links', async () => {
  service = await startTestExports();
  for (let n = 0; n < 30; n++) {
    expect((await guess({ 'x-forwarded-for': `10.0.0.${n}` })).status).toBe(401);
  }
  expect((await guess({ 'x-forwarded-for': '10.0.1.1' })).status).toBe(429);
  await readyExport();
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'planta.example' };
  expect((await firstLink(forwarded)).startsWith(`${service.address}/descargas/`)).toBe(true);
});
