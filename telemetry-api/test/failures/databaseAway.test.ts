import path from 'node:path';
import { findPostmaster } from '../../store/embedded/postmaster.ts';
import { openTestDatabase } from '../support/databases/testDatabase.ts';
import { startTestService, testDevice, type TestService } from '../support/testService.ts';
import { until } from '../support/until.ts';

// A test must not kill the server of TEST_DATABASE_URL.
const withEmbedded = process.env.TEST_DATABASE_URL === undefined ? test : test.skip;

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')], {}, await openTestDatabase({ isAlone: true }));
});

afterAll(() => service.close());

withEmbedded(
  'while the database is unreachable responses are 503 with Retry-After, and 200 again afterwards',
  async () => {
    expect((await service.get('/v1/valores')).status).toBe(200);
    process.kill(findPostmaster(path.join(service.dataDir, 'postgres', 'data'))?.pid ?? 0, 'SIGKILL');
    const seen = new Set<number>();
    await until('a response without the database, then one with it', async () => {
      const { status, body, headers } = await service.get('/v1/dispositivos');
      seen.add(status);
      if (status === 503) {
        expect(body).toMatchObject({ codigo: 'base_no_disponible' });
        expect(headers.get('retry-after')).toBe('2');
        expect((await service.request('/health/live')).status).toBe(200);
      }
      return seen.has(503) && status === 200;
    });
    expect([...seen].sort()).toEqual([200, 503]);
    expect((await service.request('/health/ready')).status).toBe(200);
  }
);
