import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { changelogProblems, releases } from './changelog.ts';

const CHANGELOG = `# Changelog

Of the data source.

## [1.1.0] - Unreleased

### Fixed

- Nothing is cut.

## [1.0.0] - 2026-01-31

### Added

- Trends.
- Alerts.
`;

test('the notes of a release are its section, without the title and other versions', () => {
  expect(releases(CHANGELOG)).toEqual([
    { version: '1.1.0', date: undefined, notes: '### Fixed\n\n- Nothing is cut.' },
    { version: '1.0.0', date: '2026-01-31', notes: '### Added\n\n- Trends.\n- Alerts.' },
  ]);
});

test.each([
  ['a version that it describes', CHANGELOG, []],
  ['no version', '# Changelog\n', ['The newest entry of CHANGELOG.md is missing, the version 1.1.0.']],
  [
    'an older version',
    CHANGELOG.replace('[1.1.0]', '[1.0.1]'),
    ['The newest entry of CHANGELOG.md is 1.0.1, the version 1.1.0.'],
  ],
  [
    'a title in another format',
    CHANGELOG.replace('[1.1.0] - Unreleased', 'v1.1.0 (soon)'),
    ['The newest entry of CHANGELOG.md is v1.1.0 (soon), the version 1.1.0.'],
  ],
  [
    'a date in another format',
    CHANGELOG.replace('Unreleased', '1.2.2026'),
    ['The date of 1.1.0 in CHANGELOG.md is 1.2.2026: write YYYY-MM-DD or Unreleased.'],
  ],
  [
    'no sections',
    CHANGELOG.replace('### Fixed', ''),
    ['The entry of 1.1.0 in CHANGELOG.md has no section such as Added.'],
  ],
  [
    'a section of its own',
    CHANGELOG.replace('### Fixed', '### Improved'),
    ['CHANGELOG.md has a section Improved; there are Added, Changed, Deprecated, Removed, Fixed, Security.'],
  ],
])('a changelog with %s', (_, changelog, problems) => {
  expect(changelogProblems(changelog, '1.1.0')).toEqual(problems);
});

test.each(['.', 'telemetry-api'])('the changelog of %s describes the version of its package.json', (folder) => {
  const read = (name: string) => readFileSync(path.join(repositoryRoot, folder, name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(changelogProblems(read('CHANGELOG.md'), version)).toEqual([]);
});
