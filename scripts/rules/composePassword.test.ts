import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

/** docker/grafana/start.sh with a program in the place of `grafana`. */

const folder = mkdtempSync(path.join(tmpdir(), 'compose-password-'));
const argumentsFile = path.join(folder, 'arguments');
const inputFile = path.join(folder, 'input');

const GRAFANA = `#!/bin/sh
printf '%s\\n' "$@" > '${argumentsFile}'
cat > '${inputFile}'
echo "$ANSWER"
exit "$CODE"
`;
const CHANGED = 'Admin password changed successfully ✔';
/** As Grafana ends with it, although nothing was changed. */
const NOT_FOUND = 'Admin user cannot be found ✘.';

beforeAll(() => writeFileSync(path.join(folder, 'grafana'), GRAFANA, { mode: 0o755 }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what the server that it starts would have in its environment, and the input of `grafana cli` */
function start(password: string | undefined, { answer = CHANGED, code = 0 } = {}) {
  rmSync(inputFile, { force: true });
  const server =
    'echo "anonymous=$GF_AUTH_ANONYMOUS_ENABLED $GF_AUTH_ANONYMOUS_ORG_ROLE password=${GRAFANA_PASSWORD-none}"';
  const { status, stdout, stderr } = spawnSync('sh', ['docker/grafana/start.sh', 'sh', '-c', server], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      ...{ GF_PATHS_HOME: '/home of grafana', GF_PATHS_CONFIG: '/grafana.ini', GF_AUTH_ANONYMOUS_ENABLED: 'true' },
      GF_AUTH_ANONYMOUS_ORG_ROLE: 'Admin',
      ...{ ANSWER: answer, CODE: String(code) },
      ...(password === undefined ? {} : { GRAFANA_PASSWORD: password }),
    },
  });
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  return { status, stdout, stderr, input: read(inputFile) };
}

test.each([
  ['without a password', undefined],
  ['with an empty one, which is none', ''],
])('anonymous access is as the compose file says, %s', (_, password) => {
  expect(start(password)).toEqual({
    ...{ status: 0, stdout: 'anonymous=true Admin password=none\n', stderr: '', input: undefined },
  });
});

test.each([
  'secret',
  ' with spaces ',
  `quotes ' " \``,
  '$HOME ${HOME} $__file{/etc/passwd} $(id)',
  String.raw`back\nslash \\ %s %d`,
  '-n',
  'contraseña 🔑',
  '*',
])('with a password, here %j, nobody enters without it, and it is applied as it is', (password) => {
  const { input, ...server } = start(password);
  expect(server).toEqual({ status: 0, stdout: 'anonymous=false Viewer password=none\n', stderr: '' });
  expect(input).toBe(`${password}\n`);
  expect(readFileSync(argumentsFile, 'utf8').trim().split('\n')).toEqual([
    ...['cli', '--homepath', '/home of grafana', '--config', '/grafana.ini'],
    ...['admin', 'reset-admin-password', '--password-from-stdin'],
  ]);
});

test.each([
  ['a password that Grafana rejects', 'no', { answer: 'Error: the new password is too short', code: 1 }],
  ['no administrator, with which the command of Grafana succeeds', 'secret', { answer: NOT_FOUND }],
])('Grafana does not start with %s', (_, password, ended) => {
  const { status, stdout, stderr } = start(password, ended);
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toBe(`${ended.answer}\nGRAFANA_PASSWORD could not be applied, so Grafana does not start.\n`);
});

test.each(['two\nlines', 'secret\r', 'a\tb'])(
  'nor with a password that has control characters, here %j',
  (password) => {
    const { status, stdout, stderr, input } = start(password);
    expect({ status, stdout, input }).toEqual({ status: 1, stdout: '', input: undefined });
    expect(stderr).toBe('GRAFANA_PASSWORD has a line break or another control character.\n');
  }
);
