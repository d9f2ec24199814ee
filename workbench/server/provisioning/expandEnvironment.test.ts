import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expandEnvironment } from './expandEnvironment.ts';

const ENV = { API_URL: 'http://127.0.0.1:8310', KEY: 'a$b' };

test.each([
  ['$API_URL', 'http://127.0.0.1:8310'],
  ['${API_URL}/v1', 'http://127.0.0.1:8310/v1'],
  ['$__env{API_URL}', 'http://127.0.0.1:8310'],
  ['cost: 5$$', 'cost: 5$'],
  ['$$API_URL', '$API_URL'],
  ['$NOT_SET.', '.'],
  ['plain $ sign, 5$', 'plain $ sign, 5$'],
  ['$KEY', 'a$b'],
])('expands "%s" to "%s"', (text, expanded) => {
  expect(expandEnvironment(text, ENV)).toBe(expanded);
});

test('expands strings at every depth and does not change other values', () => {
  const parsed = { datasources: [{ url: '$API_URL', port: 8310, editable: true, none: null }] };
  expect(expandEnvironment(parsed, ENV)).toEqual({
    datasources: [{ url: 'http://127.0.0.1:8310', port: 8310, editable: true, none: null }],
  });
});

test('$__file{path} reads a secret from a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-'));
  const file = path.join(folder, 'key');
  writeFileSync(file, 'secret-in-file\n');
  expect(expandEnvironment(`$__file{${file}}`, {})).toBe('secret-in-file');
  rmSync(folder, { recursive: true });
});
