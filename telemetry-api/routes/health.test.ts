import { startTestService, type TestService } from '../test/support/testService.ts';
import { until } from '../test/support/until.ts';

let service: TestService;
let looks: jest.SpyInstance;

beforeEach(async () => {
  service = await startTestService([]);
  looks = jest.spyOn(service.pool, 'connect');
});

afterEach(() => service.close());

/** The statuses of so many health checks at the same time. */
async function check(count: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => service.request('/health/ready')));
  return [...new Set(answers.map(({ status }) => status))];
}

test('health checks share one look at the database per second', async () => {
  expect(await check(64)).toEqual([200]);
  service.letPass(999);
  expect(await check(64)).toEqual([200]);
  expect(looks).toHaveBeenCalledTimes(1);
  service.letPass(1);
  expect(await check(64)).toEqual([200]);
  expect(looks).toHaveBeenCalledTimes(2);
});

test('health checks wait for the look that is in flight, however long it takes', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => service.pool.connect()));
  looks.mockClear();
  const first = check(8);
  await until('a look to wait for a connection', () => service.pool.waitingCount === 1);
  service.letPass(1500);
  const later = check(8);
  await service.request('/health/live');
  clients.forEach((client) => client.release());
  expect([await first, await later]).toEqual([[200], [200]]);
  expect(looks).toHaveBeenCalledTimes(1);
});

test('a failed look is not kept longer than any other', async () => {
  looks.mockRejectedValueOnce(new Error('away'));
  expect(await check(8)).toEqual([503]);
  expect(looks).toHaveBeenCalledTimes(1);
  service.letPass(1000);
  expect(await check(8)).toEqual([200]);
});
