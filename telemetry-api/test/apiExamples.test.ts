import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { READINGS, startTestExports, type TestExports } from './support/testExports.ts';

/** The blocks of the section `Examples` of docs/api.md. */
const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'api.md'), 'utf8');
const section = /\n## Examples\n(.*?)\n## /s.exec(page)?.[1] ?? '';
const [settings = '', ...blocks] = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, script = '']) => script);

let service: TestExports;

beforeAll(async () => {
  service = await startTestExports();
  service.start();
});

afterAll(() => service.close());

test('the examples of the API work as they are written', async () => {
  // The first block has the values of the demo plant.
  expect(settings).toMatch(/^api=\S+ key=\$\(.*\) device=\S+ tag=\S+\n$/);
  const id = await service.queue();
  await service.until(id, ['lista']);
  const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks.join('echo ------\n')], {
    cwd: service.dataDir,
    env: { PATH: process.env.PATH, api: service.address, key: service.secret, device: 'COMP-01', tag: 'temperatura' },
    maxBuffer: 1e8,
  });
  const [operations = ''] = (await run).stdout.split('------\n');

  const answers = operations.split(/(?<=\})(?=\{")/).map((text) => Object.keys(JSON.parse(text) as object)[0]);
  expect(answers).toEqual(['dispositivos', 'valores', 'dispositivo', 'alertas', 'exportaciones', 'id']);
  const pages = readFileSync(path.join(service.dataDir, 'history.ndjson'), 'utf8').trim().split('\n');
  expect(pages.map((text) => (JSON.parse(text) as { datos: unknown[] }).datos.length)).toEqual([
    5000,
    5000,
    READINGS - 10_000,
  ]);
  const file = readFileSync(path.join(service.dataDir, 'export.csv'), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(1 + READINGS);
});

test('the examples have a request for each operation', () => {
  const script = blocks.join('');
  const operations = ['lecturas', 'alertas', 'dispositivos', 'valores', 'exportaciones', 'exportaciones/$id'];
  expect(operations.filter((name) => !new RegExp(`v1/${name.replace('$', '\\$')}( |\\n)`).test(script))).toEqual([]);
});
