import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { sendBody } from '../http/body/sendBody.ts';
import { describeApi } from '../http/openapi/describeApi.ts';
import type { App } from '../http/appType.ts';
import { startTestService, type TestService } from '../test/support/testService.ts';
import { apiDocumentRoute, documentPageRoutes } from './apiDocument.ts';

/** The routes alone, and the bodies as they are sent. */
async function startRoutes(addRoutes: (app: App) => void) {
  const bodies: unknown[] = [];
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(() => () => true);
  app.addHook('onSend', sendBody(true));
  app.addHook('onSend', async (_request, _reply, body) => {
    bodies.push(body);
    return body;
  });
  await app.register(swagger, describeApi);
  await app.register(async (scope: App) => addRoutes(scope));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address, bodies };
}

describe('the API document', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([]);
  });

  afterAll(() => service.close());

  function ask(coding: string, headers: Record<string, string> = {}, method = 'GET') {
    return service.request('/openapi.json', { method, headers: { 'accept-encoding': coding, ...headers } });
  }

  test('is serialized and compressed once, however many clients ask at the same time', async () => {
    const { app, address, bodies } = await startRoutes((scope) => apiDocumentRoute(scope, true));
    const describe = jest.spyOn(app, 'swagger');
    const request = async (coding: string) =>
      (await fetch(`${address}/openapi.json`, { headers: { 'accept-encoding': coding } })).text();
    const answers = await Promise.all(Array.from({ length: 64 }, () => request('gzip')));
    expect(new Set(bodies).size).toBe(1);
    expect([...new Set(answers)]).toEqual([await request('identity')]);
    expect(describe).toHaveBeenCalledTimes(1);
    await app.close();
  });

  test('has a strong ETag of its own for each content coding, and is 304 for a client that has it', async () => {
    const etags = new Set<string>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const { status, headers } = await ask(coding);
      const etag = headers.get('etag') ?? '';
      expect([status, headers.get('content-encoding') ?? 'identity', headers.get('vary')]).toEqual([
        200,
        coding,
        'Accept-Encoding',
      ]);
      expect(etag).toMatch(/^"[\w-]+"$/);
      etags.add(etag);
      for (const [method, ifNoneMatch] of [
        ['GET', etag],
        ['GET', `"other", W/${etag}`],
        ['GET', '*'],
        ['HEAD', etag],
      ] as const) {
        const again = await ask(coding, { 'if-none-match': ifNoneMatch }, method);
        expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
        expect(again.headers.get('cache-control')).toBe('public, max-age=300');
        expect(['content-type', 'content-encoding', 'content-length'].map((name) => again.headers.get(name))).toEqual([
          null,
          null,
          null,
        ]);
      }
      expect((await ask(coding, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect(etags.size).toBe(3);
  });
});

test('a file of the page that could not be read is read again at the next request, and then kept', async () => {
  const failures = [new Error('EMFILE'), new Error('EIO')];
  const read = jest.fn(async () => {
    const failure = failures.shift();
    if (failure !== undefined) {
      throw failure;
    }
    return Buffer.from('content');
  });
  const { app, address } = await startRoutes((scope) => documentPageRoutes(scope, read));
  const request = async () => (await fetch(`${address}/docs/swagger-ui.css`)).status;
  expect([await request(), await request(), await request(), await request()]).toEqual([500, 500, 200, 200]);
  expect(read).toHaveBeenCalledTimes(3);
  await app.close();
});
