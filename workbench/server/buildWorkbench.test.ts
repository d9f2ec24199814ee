import { pbkdf2 } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { TestWorkbench } from './TestWorkbench.testing.ts';

let bench: TestWorkbench;

beforeEach(() => {
  bench = new TestWorkbench();
});
afterEach(() => bench.stop());

const asText = async (response: Response) => `${response.status} ${await response.text()}`;

test('the page contains boot data with the plugin, the data source and the dashboards, but no secrets', async () => {
  bench.provision({ jsonData: { zone: '$ZONE' }, secureJsonData: { apiKey: '$KEY' }, isDefault: true });
  bench.write('provisioning/dashboards/all.yaml', 'providers: [{ options: { path: provisioning/dashboards } }]');
  bench.write('provisioning/dashboards/plant.json', '{ "uid": "overview", "title": "</script> Overview" }');
  const base = await bench.start({ ZONE: 'Europe/Madrid', KEY: 'tid_live_secret' });
  const page = await (await fetch(`${base}/d/overview`)).text();
  const boot = JSON.parse(/grafanaBootData = (.*)<\/script>/.exec(page)![1]!);
  expect(boot.settings.defaultDatasource).toBe('Plant');
  expect(boot.settings.datasources.Plant).toMatchObject({
    uid: 'plant',
    url: '/api/datasources/proxy/uid/plant',
    jsonData: { zone: 'Europe/Madrid' },
    meta: {
      id: 'acme-plant-datasource',
      info: { logos: { small: '/public/plugins/acme-plant-datasource/img/logo.svg' } },
    },
  });
  expect(boot.workbench).toMatchObject({
    plugin: { id: 'acme-plant-datasource', version: '1.2.3' },
    dashboards: [{ uid: 'overview', title: '</script> Overview' }],
    problems: [],
  });
  expect(page).not.toContain('tid_live_secret');
});

test('plugin files are not cached and paths outside the plugin folder are not found', async () => {
  bench.provision({});
  const base = await bench.start();
  const module = await fetch(`${base}/public/plugins/acme-plant-datasource/module.js`);
  expect([module.headers.get('cache-control'), await module.text()]).toEqual(['no-store', 'define([], () => ({}))']);
  const outside = await fetch(
    `${base}/public/plugins/acme-plant-datasource/..%2fprovisioning%2fdatasources%2fplant.yaml`
  );
  expect(outside.status).toBe(404);
  expect((await fetch(`${base}/public/plugins/other-plugin/module.js`)).status).toBe(404);
});

test('a reload serves the rebuilt plugin', async () => {
  const base = await bench.start();
  await fetch(base);
  bench.write(
    'plugin/plugin.json',
    JSON.stringify({ id: 'acme-plant-datasource', name: 'Renamed', type: 'datasource' })
  );
  expect(await (await fetch(base)).text()).toContain('"name":"Renamed"');
});

test('a new build of the plugin is reported to open pages, also on a busy machine', async () => {
  // File operations wait for a thread of the pool.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 300_000, 64, 'sha512'));
  const base = await bench.start();
  const builds = (await fetch(`${base}/api/workbench/builds`)).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await builds.read()).value).toBe(':\n\n');
  bench.write('plugin/module.js', 'define([], () => ({ built: 2 }))');
  expect((await builds.read()).value).toBe('data: built\n\n');
  await Promise.all(busy);
});

test('saves settings in memory and never returns secrets', async () => {
  bench.provision({ secureJsonData: { apiKey: 'tid_live_old' } });
  const base = await bench.start();
  const saved = await fetch(`${base}/api/datasources/uid/plant`, {
    method: 'PUT',
    body: JSON.stringify({
      url: 'http://new',
      secureJsonData: { apiKey: 'tid_live_new', tlsCACert: 'pem' },
    }),
  });
  const text = await saved.text();
  expect(text).not.toMatch(/tid_live|pem"/);
  expect(JSON.parse(text)).toMatchObject({
    message: 'Datasource updated',
    datasource: { url: 'http://new', secureJsonFields: { apiKey: true, tlsCACert: true } },
  });
  expect(await asText(await fetch(`${base}/api/datasources/uid/plant`))).not.toContain('tid_live');
});

test('after another key was saved, the one of the environment can be restored, also from another page load', async () => {
  bench.provision({ secureJsonData: { apiKey: '$KEY' } });
  const base = await bench.start({ KEY: 'tid_live_of-the-stack' });
  const changed = async () => (await (await fetch(`${base}/api/frontend/settings`)).json()).changedDataSources;
  expect(await changed()).toEqual([]);
  const body = JSON.stringify({ secureJsonData: { apiKey: 'tid_live_wrong' } });
  await fetch(`${base}/api/datasources/uid/plant`, { method: 'PUT', body });
  expect(await changed()).toEqual(['plant']);
  expect(await (await fetch(base)).text()).toContain('"changedDataSources":["plant"]');
  const restored = await fetch(`${base}/api/workbench/datasources/plant/restore`, { method: 'POST', body: '{}' });
  const text = await asText(restored);
  expect(text).toMatch(/^200 .*"secureJsonFields":\{"apiKey":true\}/);
  expect(text).not.toContain('tid_live');
  expect(await changed()).toEqual([]);
  const unknown = await fetch(`${base}/api/workbench/datasources/other/restore`, { method: 'POST', body: '{}' });
  expect(await asText(unknown)).toBe('404 {"message":"Data source not found"}');
});

test.each([
  ['not JSON', '{', '400 {"message":"The body is not JSON."}'],
  ['a list', '[]', '400 {"message":"data source must be an object."}'],
  ['a wrong member', '{"jsonData":1}', '400 {"message":"data source.jsonData must be an object."}'],
])('a body that is %s is rejected with a message', async (_what, body, expected) => {
  bench.provision({});
  const base = await bench.start();
  expect(await asText(await fetch(`${base}/api/datasources/uid/plant`, { method: 'PUT', body }))).toBe(expected);
});

test('a read-only data source cannot be saved', async () => {
  bench.provision({ editable: false });
  const base = await bench.start();
  const response = await fetch(`${base}/api/datasources/uid/plant`, { method: 'PUT', body: '{}' });
  expect(await asText(response)).toBe('403 {"message":"Cannot update read-only data source"}');
});

test('an unknown data source cannot be saved', async () => {
  const base = await bench.start();
  const response = await fetch(`${base}/api/datasources/uid/other`, { method: 'PUT', body: '{}' });
  expect(await asText(response)).toBe('404 {"message":"Data source not found"}');
});

test('a dashboard is read from its file on every request', async () => {
  bench.write('provisioning/dashboards/all.yaml', 'providers: [{ options: { path: provisioning/dashboards } }]');
  bench.write('provisioning/dashboards/plant.json', '{ "uid": "overview", "title": "One" }');
  const base = await bench.start();
  bench.write('provisioning/dashboards/plant.json', '{ "uid": "overview", "title": "Two" }');
  const { dashboard } = await (await fetch(`${base}/api/dashboards/uid/overview`)).json();
  expect(dashboard.title).toBe('Two');
  expect((await fetch(`${base}/api/dashboards/uid/none`)).status).toBe(404);
});

test('if the plugin is not built, the page shows the build command', async () => {
  rmSync(`${bench.folder}/plugin`, { recursive: true });
  expect(await asText(await fetch(await bench.start()))).toMatch(/^503 [\s\S]*npm run build<\/code>/);
});

test('if the page is not built, the response shows the build command', async () => {
  rmSync(`${bench.folder}/page`, { recursive: true });
  expect(await asText(await fetch(await bench.start()))).toMatch(
    /^503 [\s\S]*npm run build --workspace workbench<\/code>/
  );
});

test('the page shows why plugin.json is invalid', async () => {
  bench.write('plugin/plugin.json', '{ "id": "acme-plant-datasource", "name": "P", "routes": [{ "path": "" }] }');
  expect(await asText(await fetch(await bench.start()))).toMatch(/^500 [\s\S]*routes\[0\]\.path must be a string/);
});

test.each(['spinner', 'angle-double-left', 'unknown-icon', 'info-circle'])('the icon %s is an SVG', async (name) => {
  const response = await fetch(`${await bench.start()}/public/build/img/icons/unicons/${name}.svg`);
  expect(await asText(response)).toMatch(/^200 <svg[\s\S]*<\/svg>\s*$/);
});

test('the fonts of the theme are served', async () => {
  const base = await bench.start();
  for (const font of ['inter/Inter-Regular.woff2', 'roboto/L0xTDF4x.woff2']) {
    const response = await fetch(`${base}/public/fonts/${font}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  }
});

describe('access', () => {
  /** `fetch` does not allow these headers. */
  async function statusWith(headers: Record<string, string>, path = '/api/datasources') {
    const { port } = new URL(await bench.start());
    return new Promise((resolve, reject) => {
      request({ port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  }

  test.each(['127.0.0.1:3310', 'localhost:8080', '[::1]:3310', 'LOCALHOST'])(
    'the host name %s is allowed',
    async (host) => {
      expect(await statusWith({ host })).toBe(200);
    }
  );

  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:3310'])(
    'the host name %s, which can belong to another site, is rejected',
    async (host) => {
      expect(await statusWith({ host })).toBe(403);
    }
  );

  test.each([
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://localhost:3310', 'sec-fetch-site': 'same-origin' }, 200],
  ])('an API request with %j gets status %i', async (headers, status) => {
    expect(await statusWith({ host: '127.0.0.1', ...(headers as Record<string, string>) })).toBe(status);
  });

  test('a link on another site can open the page', async () => {
    expect(await statusWith({ host: '127.0.0.1', 'sec-fetch-site': 'cross-site' }, '/')).toBe(200);
  });
});
