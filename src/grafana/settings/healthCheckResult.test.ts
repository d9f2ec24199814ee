import { DataSourceWithBackend, HealthStatus } from '@grafana/runtime';
import { healthCheckResult } from './healthCheckResult';

it('a success has its findings in the message, which is all that Grafana shows of it', () => {
  const details = { message: 'readings, devices: OK · alerts: The API key lacks the permission' };
  expect(
    healthCheckResult({ status: 'success', message: 'Connected, but not everything can be read.', details })
  ).toEqual({
    status: HealthStatus.OK,
    message: `Connected, but not everything can be read. ${details.message}`,
    details: undefined,
  });
});

it('an error has them beside the message', () => {
  expect(healthCheckResult({ status: 'error', message: 'No charts.', details: { message: 'devices: OK' } })).toEqual({
    status: HealthStatus.Error,
    message: 'No charts.',
    details: { message: 'devices: OK' },
  });
  expect(healthCheckResult({ status: 'error', message: 'No URL is set.' }).details).toBeUndefined();
});

it("Grafana's own test of a data source shows all of it", async () => {
  class Tested extends DataSourceWithBackend {
    constructor(private readonly outcome: Parameters<typeof healthCheckResult>[0]) {
      super({ id: 1, uid: 'u', type: 't', name: 'n', jsonData: {}, meta: {} } as never);
    }
    override callHealthCheck() {
      return Promise.resolve(healthCheckResult(this.outcome));
    }
  }
  const details = { message: 'devices: OK' };
  await expect(new Tested({ status: 'success', message: 'Connected.', details }).testDatasource()).resolves.toEqual({
    status: 'success',
    message: 'Connected. devices: OK',
  });
  await expect(new Tested({ status: 'error', message: 'No charts.', details }).testDatasource()).rejects.toMatchObject({
    message: 'No charts.',
    error: { message: 'No charts.', details },
  });
});
