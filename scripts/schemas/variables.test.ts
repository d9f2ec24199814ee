import { expect, test } from '@jest/globals';
import { documentSection } from './documentSection.ts';
import { variablesLists } from './variables.ts';

test('docs/operations.md has every variable with its default and bounds; WRITE_TABLES=1 writes them', () => {
  const { written, expected } = documentSection('docs/operations.md', 'variables', variablesLists());
  expect(written).toBe(expected);
});
