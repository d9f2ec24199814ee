import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repositoryRoot.ts';

/** Rules of the catalog's validator about source code that `npm run package` does not hand to it. */

it('the data source relies on the health check of Grafana, as the catalog wants it', () => {
  const source = readFileSync(path.join(repositoryRoot, 'src', 'datasource.ts'), 'utf8');
  expect(source).toMatch(/class\s+\w+\s+extends\s+DataSourceWithBackend</);
  // `backend-datasource-should-not-implement-testdatasource` of grafana/plugin-validator.
  expect(source).not.toMatch(
    /class\s+\w+\s+extends\s+DataSourceWithBackend(?:<[^>]+>)?\s*\{[^]*?\btestDatasource\s*\(/
  );
});
