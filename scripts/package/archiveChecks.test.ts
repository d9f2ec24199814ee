import { expect, test } from '@jest/globals';
import { archiveChecks, auditOutcome, type Ended, goOutcome, pagesOutcome, validatorOutcome } from './archiveChecks.ts';

const ended = (code: number | null, stdout: unknown, lastOutput = ''): Ended => ({
  code,
  stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
  lastOutput,
});

const AUDIT = {
  vulnerabilities: {
    rxjs: { name: 'rxjs', severity: 'high' },
    webpack: { name: 'webpack', severity: 'critical' },
  },
};

const report = (...severities: string[]) =>
  [
    '[DEBUG] Running analyzer readme',
    JSON.stringify(
      { 'plugin-validator': { readme: severities.map((Severity) => ({ Severity, Title: 'A text' })) } },
      null,
      2
    ),
  ].join('\n');

test.each([
  [
    'the validator reports an error',
    validatorOutcome(ended(1, report('warning', 'error'))),
    ['warning: A text', 'error: A text'],
  ],
  [
    'a page is wrong',
    pagesOutcome(ended(1, { valid: false, diagnostics: [{ severity: 'error', file: 'index.md', title: 'No title' }] })),
    ['error: index.md No title'],
  ],
  [
    'the backend calls something vulnerable',
    goOutcome(ended(1, '=== Symbol Results ===\n\nVulnerability #1: GO-2026-1234\n    A flaw\n')),
    ['GO-2026-1234'],
  ],
  ['a bundle has a vulnerable package', auditOutcome(ended(1, AUDIT), ['rxjs']), ['rxjs: high']],
  ['the service has vulnerable packages', auditOutcome(ended(1, AUDIT)), ['rxjs: high', 'webpack: critical']],
])('a check fails if %s', (_, outcome, findings) => {
  expect(outcome).toEqual({ result: 'failed', findings });
});

test.each([
  ['the validator reports no error', validatorOutcome(ended(0, report('recommendation'))), ['recommendation: A text']],
  ['the pages are valid', pagesOutcome(ended(0, { valid: true, diagnostics: [] })), []],
  ['the backend calls nothing vulnerable', goOutcome(ended(0, 'No vulnerabilities found.')), []],
  ['only tools are vulnerable', auditOutcome(ended(1, AUDIT), ['temporal-polyfill']), []],
])('a check passes if %s', (_, outcome, notes) => {
  expect(outcome).toEqual({ result: 'passed', notes });
});

test.each([
  ['a program', validatorOutcome(ended(null, '', 'spawn docker ENOENT\n')), 'docker is not installed'],
  [
    'the image of the validator',
    validatorOutcome(ended(125, '', 'docker: Error response from daemon: no route to host.\n')),
    'docker: Error response from daemon: no route to host.',
  ],
  [
    'what one of its analyzers needs',
    validatorOutcome(ended(0, `[DEBUG] check failed: no such host\n${report('recommendation')}`)),
    'it ended before its last analyzer: no such host',
  ],
  [
    'a package',
    pagesOutcome(
      ended(1, '', 'npm error code E404\nnpm error 404 Not Found\nnpm error 404 tarball, folder, or git url.\n')
    ),
    'npm error 404 Not Found',
  ],
  [
    'the database of Go',
    goOutcome(ended(1, '', 'govulncheck: no such host\nexit status 1\n')),
    'govulncheck: no such host',
  ],
  [
    'the advisories of npm',
    auditOutcome(ended(1, { message: '405 Method Not Allowed', statusCode: 405 }, '}\n')),
    '405 Method Not Allowed',
  ],
])('a check that cannot get %s does not pass, and says why', (_, outcome, reason) => {
  expect(outcome).toEqual({ result: 'skipped', reason });
});

test('an installed validator is used rather than its image', () => {
  const archive = { file: '/packages/plugin.zip', sources: '/repository', npmPackages: [] };
  const [installed, image] = [true, false].map((hasValidator) => archiveChecks(archive, hasValidator)[0]?.command);
  expect(installed).toEqual([
    'env',
    'DEBUG=1',
    'plugincheck2',
    '-jsonOutput',
    '-sourceCodeUri',
    'file:///repository',
    '/packages/plugin.zip',
  ]);
  expect(image).toEqual(expect.arrayContaining(['docker', '/packages/plugin.zip:/archive.zip:ro', '/archive.zip']));
});
