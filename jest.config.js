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

/**
 * Modules receive them as parameters. Otherwise, each use asks the global object of the sandbox, which no compiled code can do at once: a
 * tenth of the processor time. None that a fake clock replaces, and none that a package declares for itself (`parseInt`).
 */
const PASSED_GLOBALS = [
  ...['Array', 'Error', 'Infinity', 'JSON', 'Map', 'Math', 'Number', 'Object'],
  ...['Promise', 'Set', 'String', 'Symbol', 'isFinite'],
];

const common = {
  transform: swc,
  transformIgnorePatterns: [nodeModulesToTransform(esModules)],
  sandboxInjectedGlobals: PASSED_GLOBALS,
};
const node = { ...common, testEnvironment: 'node' };

module.exports = {
  // High, because tests are slow on a busy machine and must still pass. A test sets its own only if it needs more.
  testTimeout: 240_000,
  projects: [
    {
      ...scaffold,
      ...common,
      displayName: 'plugin',
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/src/backend/(same[^/]*|[^/]*\\.fuzz)\\.test\\.ts$'],
    },
    {
      ...scaffold,
      ...common,
      displayName: 'backend',
      testEnvironment: '<rootDir>/src/testSupport/reportingEnvironment.ts',
      testMatch: BACKEND_TESTS,
    },
    {
      ...scaffold,
      ...common,
      displayName: 'faults',
      testEnvironment: '<rootDir>/src/testSupport/reportingEnvironment.ts',
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
