import { expect, test } from '@jest/globals';
import { readStartOptions } from './startOptions.ts';

test('all options have defaults', () => {
  expect(readStartOptions({}, '/repository')).toEqual({
    workbenchPort: 3310,
    apiPort: 8310,
    dataDir: '/repository/.telemetry',
  });
});

test('ports and the data folder are configurable', () => {
  const env = { WORKBENCH_PORT: '4000', API_PORT: '4001', TELEMETRY_DATA_DIR: '/data' };
  expect(readStartOptions(env, '/repository')).toEqual({ workbenchPort: 4000, apiPort: 4001, dataDir: '/data' });
});

test.each([
  ['WORKBENCH_PORT', 'http'],
  ['WORKBENCH_PORT', '0'],
  ['API_PORT', '65536'],
  ['API_PORT', '80.5'],
])('%s=%s is rejected with the valid range', (variable, text) => {
  expect(() => readStartOptions({ [variable]: text }, '/')).toThrow(
    `${variable} is "${text}"; it must be a whole number from 1 to 65535.`
  );
});

test('the ports must differ', () => {
  expect(() => readStartOptions({ WORKBENCH_PORT: '8310' }, '/')).toThrow('WORKBENCH_PORT and API_PORT are both 8310');
});
