import path from 'node:path';
import { readOptions } from './readOptions.ts';

const root = path.resolve('/repository');

test('by default, the workbench serves dist and provisioning of the repository on port 3310', () => {
  expect(readOptions({}, root)).toEqual({
    port: 3310,
    pluginDir: path.join(root, 'dist'),
    provisioningDir: path.join(root, 'provisioning'),
    home: 'plant-overview',
    pageDir: path.join(root, 'workbench/dist'),
  });
});

test('variables set the folders and the port', () => {
  const env = {
    WORKBENCH_PORT: '3411',
    WORKBENCH_PLUGIN_DIR: '/built',
    WORKBENCH_PROVISIONING_DIR: 'tests/provisioning',
    WORKBENCH_HOME: 'furnaces',
  };
  expect(readOptions(env, root)).toMatchObject({
    port: 3411,
    pluginDir: path.resolve('/built'),
    provisioningDir: path.join(root, 'tests/provisioning'),
    home: 'furnaces',
  });
});

test.each(['abc', '-1', '3310.5', '65536', ' 80'])(
  'the port "%s" is rejected with an error that names the variable',
  (port) => {
    expect(() => readOptions({ WORKBENCH_PORT: port }, root)).toThrow(/^WORKBENCH_PORT is ".*"; it must be/);
  }
);
