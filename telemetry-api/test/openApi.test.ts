import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { asDescribedApi, operationsOf, type DescribedApi } from '../http/openapi/describedApi.ts';
import { AnswerCheck } from './support/answerCheck.ts';
import type { LintProblem } from './support/lintDocument.ts';
import { startTestService, testDevice, type TestAnswer, type TestService } from './support/testService.ts';

let service: TestService;
let api: DescribedApi;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  api = asDescribedApi((await service.request('/openapi.json')).body);
});

afterAll(() => service.close());

test('the document is OpenAPI 3.1 and needs no key', async () => {
  const { status, headers, body } = await service.request('/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body.openapi).toBe('3.1.0');
});

test("the document satisfies Redocly's strictest rules", async () => {
  const lint = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'support', 'lintDocument.ts')]);
  lint.stdin.end(JSON.stringify(api));
  const problems = JSON.parse(await text(lint.stdout)) as LintProblem[];
  expect(problems).toEqual([]);
});

/** The parameters of the specification: name, whether it is required, its values or bounds, its default. */
const SPECIFIED = {
  '/v1/lecturas': [
    ['dispositivo', true, {}],
    ['tag', true, {}],
    ['desde', true, { format: 'date-time' }],
    ['hasta', false, { format: 'date-time' }],
    ['intervalo', false, { enum: ['crudo', '1m', '1h', '1d'], default: '1h' }],
    ['limite', false, { type: 'integer', minimum: 1, maximum: 5000, default: 1000 }],
    ['siguiente', false, { type: 'string' }],
  ],
  '/v1/alertas': [
    ['desde', false, { format: 'date-time' }],
    ['hasta', false, { format: 'date-time' }],
    ['estado', false, { enum: ['todas', 'abiertas'], default: 'todas' }],
    ['limite', false, { type: 'integer', minimum: 1, maximum: 1000, default: 200 }],
    ['siguiente', false, { type: 'string' }],
  ],
  '/v1/dispositivos': [
    ['limite', false, { type: 'integer', minimum: 1, maximum: 2000, default: 500 }],
    ['siguiente', false, { type: 'string' }],
  ],
  '/v1/exportaciones': [],
  '/v1/exportaciones/{id}': [['id', true, { type: 'string', format: 'uuid' }]],
  '/v1/valores': [
    ['dispositivo', false, { type: 'string' }],
    ['limite', false, { type: 'integer', minimum: 1, maximum: 5000, default: 2000 }],
    ['siguiente', false, { type: 'string' }],
  ],
};

test.each(Object.entries(SPECIFIED))('%s is documented with its parameters, bounds and defaults', (url, parameters) => {
  const documented = api.paths[url]?.get?.parameters ?? [];
  expect(documented.map(({ name, required, schema }) => [name, required, schema])).toEqual(
    parameters.map(([name, required, schema]) => [name, required, expect.objectContaining(schema)])
  );
});

test('there are no other operations under /v1', () => {
  const below = Object.keys(api.paths).filter((url) => url.startsWith('/v1'));
  expect(below.sort()).toEqual(Object.keys(SPECIFIED).sort());
});

test('every parameter and field has a description', () => {
  const unexplained: string[] = [];
  for (const { path: url, operation } of operationsOf(api)) {
    const parameters = operation.parameters ?? [];
    unexplained.push(...parameters.filter((one) => !one.description).map(({ name }) => `${url} ${name}`));
    JSON.stringify(operation.responses, (_, value: unknown) => {
      const properties = value !== null && typeof value === 'object' && 'properties' in value ? value.properties : {};
      for (const [name, field] of Object.entries(properties as Record<string, { description?: string }>)) {
        if (!field.description && !url.startsWith('/health')) {
          unexplained.push(`${url} ${name}`);
        }
      }
      return value;
    });
  }
  expect(unexplained).toEqual([]);
});

describe('a response that differs from the document is detected', () => {
  const device = { codigo: 'A', nombre: 'A', tipo: 'x', sede: 'x', area: 'x', conexion: 'en_linea', tags: [] };
  const good = { dispositivos: [{ ...device, ultimoContacto: null }], siguiente: null };
  const answer = {
    method: 'GET',
    path: '/v1/dispositivos',
    status: 200,
    contentType: 'application/json; charset=utf-8',
  };

  test.each<[string, object, RegExp | undefined]>([
    ['no difference', { body: good }, undefined],
    ['a missing field', { body: { dispositivos: [device], siguiente: null } }, /ultimoContacto/],
    ['an additional field', { body: { ...good, total: 1 } }, /additional properties/],
    ['an invalid time', { body: { ...good, dispositivos: [{ ...device, ultimoContacto: 'ayer' }] } }, /date-time/],
    ['an undocumented status', { status: 418, body: good }, /not documented/],
    ['another content type', { contentType: 'text/html', body: good }, /documented as application\/json/],
    ['an error of another operation', { status: 404, body: { codigo: 'tag_no_encontrado' } }, /not documented/],
  ])('%s', (_, change, mismatch) => {
    const found = new AnswerCheck(api).mismatch({ ...answer, body: undefined, ...change });
    expect(found ?? '').toMatch(mismatch ?? /^$/);
  });
});

describe('the HTML page', () => {
  let page: TestAnswer;
  beforeAll(async () => {
    page = await service.request('/docs');
  });

  test('has files of its own only, and the policy of the page allows no others', async () => {
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const files = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(files).toEqual(['data:,', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/start.js']);
    const types = await Promise.all(
      files.slice(1).map(async (file) => {
        const { status, headers } = await service.request(`/${file}`);
        return [status, headers.get('content-type'), headers.get('x-content-type-options')];
      })
    );
    expect(types).toEqual([
      [200, 'text/css; charset=utf-8', 'nosniff'],
      [200, 'text/javascript; charset=utf-8', 'nosniff'],
      [200, 'text/javascript; charset=utf-8', 'nosniff'],
    ]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  // Swagger UI fills in the first example of a parameter, and the operator what has none and is required.
  test.each([
    ['/v1/lecturas', { dispositivo: 'COMP-01', tag: 'presion' }],
    ['/v1/alertas', {}],
    ['/v1/dispositivos', {}],
    ['/v1/valores', {}],
    ['/v1/exportaciones', {}],
  ])('fills in parameters of %s that are accepted', async (url, required) => {
    const parameters = api.paths[url]?.get?.parameters ?? [];
    const filledIn = parameters.flatMap(({ name, examples = {}, schema }) => {
      const [first] = [...Object.values(examples).map(({ value }) => value), schema.default];
      return first === undefined ? [] : [[name, String(first)]];
    });
    const { status, body } = await service.get(url, { ...required, ...Object.fromEntries(filledIn) });
    expect([status, body.codigo]).toEqual([200, undefined]);
  });

  test('has no inline script or style, and declares its language', () => {
    expect(page.body).not.toMatch(/<style|style=|<script>|<script [^>]*>[^<]|\son\w+=|https?:/i);
    expect(page.body).toContain('<html lang="es">');
  });

  test('renders the document of this service and reports it to no validator', async () => {
    const { body } = await service.request('/docs/start.js');
    expect(body).toContain("url: 'openapi.json'");
    expect(body).toContain('validatorUrl: null');
  });
});
