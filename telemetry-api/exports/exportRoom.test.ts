import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTestExports, T0, type TestExports } from '../test/support/testExports.ts';
import { describeFailure, ExportsFullError } from './describeFailure.ts';
import { exportFile, exportsFolder, partFile } from './exportFile.ts';
import { sweepFolder } from './sweepFolder.ts';

const WORKER = '22222222-2222-4222-8222-222222222222';
const NOBODY = '99999999-9999-4999-8999-999999999999';

let service: TestExports;
let folder: string;

beforeEach(async () => {
  service = await startTestExports();
  folder = exportsFolder(service.dataDir);
  mkdirSync(folder, { recursive: true });
});

afterEach(() => service.close());

test('an export that exceeds the maximum size fails with advice and leaves no file', async () => {
  service.start({ exportsMaxBytes: 300_000 });
  const id = await service.queue();
  expect(await service.until(id, ['lista', 'fallida'])).toMatchObject({
    estado: 'fallida',
    error: expect.stringContaining('No cabe'),
  });
  expect(readdirSync(folder)).toEqual([]);
  const small = await service.queue({ toMs: T0 + 60_000 });
  expect(await service.until(small, ['lista', 'fallida'])).toMatchObject({ estado: 'lista', filas: 60 });
});

test('the maximum size covers all exports, and expired exports free their share', async () => {
  let nowMs = Date.UTC(2026, 5, 15, 12);
  service.start({ exportsMaxBytes: 900_000, now: () => nowMs });
  const first = await service.queue();
  expect((await service.until(first, ['lista', 'fallida'])).estado).toBe('lista');
  expect((await service.until(await service.queue(), ['lista', 'fallida'])).estado).toBe('fallida');
  expect((await service.until(first, ['lista'])).descarga).not.toBeNull();
  nowMs += 7 * 86_400_000;
  const third = await service.queue();
  expect((await service.until(third, ['lista', 'fallida'])).estado).toBe('lista');
  expect(readdirSync(folder)).toEqual([`${third}.csv`]);
});

test('a full disk fails the export with that reason', async () => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // Only root with permission to mount can simulate a full disk.
    return;
  }
  try {
    service.start();
    const id = await service.queue();
    expect(await service.until(id, ['lista', 'fallida'])).toMatchObject({
      estado: 'fallida',
      error: expect.stringContaining('No queda espacio en el disco'),
    });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    await service.stop();
    execFileSync('umount', [folder]);
  }
});

test.each([
  [new ExportsFullError(2_500_000_000), 'No cabe: los archivos de todas las exportaciones pueden ocupar 2500 MB.'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'No queda espacio en el disco del servidor.'],
  [Object.assign(new Error('x'), { code: 'EDQUOT' }), 'No queda espacio en el disco del servidor.'],
  [Object.assign(new Error('/secret/path'), { code: 'EACCES' }), 'El archivo no se pudo escribir.'],
])('%s is described without internal details', (error, words) => {
  expect(describeFailure(error)).toMatch(new RegExp(`^${words}`));
});

test('files left by crashes are deleted; ready files and those being written are not', async () => {
  service.start();
  const ready = await service.queue({ toMs: T0 + 1000 });
  await service.until(ready, ['lista']);
  const of = (id: string) => exportFile(service.dataDir, id, 'csv');
  const dead = [partFile(of(ready), WORKER), of(NOBODY), partFile(of(NOBODY), WORKER)];
  const left = [of(ready), path.join(folder, 'README.txt'), path.join(folder, `${NOBODY}.ndjson`)];
  for (const file of [...dead, ...left]) {
    if (!existsSync(file)) {
      writeFileSync(file, 'x');
    }
    utimesSync(file, 1, 1);
  }
  utimesSync(path.join(folder, `${NOBODY}.ndjson`), 2000, 2000);
  await sweepFolder(service.pool, folder, 1_500_000);
  expect(readdirSync(folder).sort()).toEqual(left.map((file) => path.basename(file)).sort());
});
