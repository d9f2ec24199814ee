// All tests run in UTC; tests of time zones set their own.
process.env.TZ = 'UTC';

const scaffold = require('./.config/jest.config');
const { grafanaESModules, nodeModulesToTransform } = require('./.config/jest/utils');

// The scaffold's pattern does not match .mjs, which d3-color and others resolve to.
const swc = { '^.+\\.(?:[cm]?[jt]s|[jt]sx)$': scaffold.transform['^.+\\.(t|j)sx?$'] };

/** ESM-only packages that Jest must transform in addition to the scaffold's list. */
const esModules = [
  ...grafanaESModules,
  '@react-hookz/web',
  '@ver0/deep-equal',
  'temporal-polyfill',
  'temporal-utils',
  'typebox',
];

/** They run the Go program, so they need Go. */
const BACKEND_TESTS = ['<rootDir>/src/backend/same*.test.ts', '<rootDir>/src/backend/*.fuzz.test.ts'];

const node = {
  testEnvironment: 'node',
  transform: swc,
  transformIgnorePatterns: [nodeModulesToTransform(esModules)],
};

module.exports = {
  // High, because tests are slow on a busy machine and must still pass.
  testTimeout: 60_000,
  projects: [
    {
      ...scaffold,
      displayName: 'plugin',
      transform: swc,
      transformIgnorePatterns: [nodeModulesToTransform(esModules)],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/src/backend/(same[^/]*|[^/]*\\.fuzz)\\.test\\.ts$'],
    },
    {
      ...scaffold,
      displayName: 'backend',
      testEnvironment: '<rootDir>/src/testSupport/reportingEnvironment.ts',
      transform: swc,
      transformIgnorePatterns: [nodeModulesToTransform(esModules)],
      testMatch: BACKEND_TESTS,
    },
    {
      ...scaffold,
      displayName: 'faults',
      testEnvironment: '<rootDir>/src/testSupport/reportingEnvironment.ts',
      transform: swc,
      transformIgnorePatterns: [nodeModulesToTransform(esModules)],
      testMatch: ['<rootDir>/tests/faults/**/*.test.ts'],
    },
    {
      ...node,
      displayName: 'telemetry-api',
      testMatch: ['<rootDir>/telemetry-api/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/telemetry-api/dist/'],
      globalSetup: '<rootDir>/telemetry-api/test/support/databases/sharedServer.ts',
      globalTeardown: '<rootDir>/telemetry-api/test/support/databases/stopSharedServer.ts',
    },
    {
      ...node,
      displayName: 'workbench',
      testMatch: ['<rootDir>/workbench/**/*.test.ts'],
      // @grafana/ui imports style sheets.
      moduleNameMapper: scaffold.moduleNameMapper,
    },
    { ...node, displayName: 'scripts', testMatch: ['<rootDir>/{scripts,bench}/**/*.test.ts'] },
  ],
};
