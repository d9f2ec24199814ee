import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

/**
 * The part of a page that is generated, between `<!-- name -->` and `<!-- end of name -->`: as it is, and as it has to be. With
 * WRITE_TABLES, it is written first.
 * @throws if the page has no such part
 */
export function documentSection(
  page: string,
  name: string,
  expected: string
): { readonly written: string; readonly expected: string } {
  const file = path.join(repositoryRoot, page);
  const text = readFileSync(file, 'utf8');
  const [before, written, after] = text.split(
    new RegExp(`(?<=<!-- ${name} -->\\n\\n)(.*)(?=\\n\\n<!-- end of ${name} -->)`, 's')
  );
  if (before === undefined || written === undefined || after === undefined) {
    throw new Error(`${page} has no part between <!-- ${name} --> and <!-- end of ${name} -->.`);
  }
  if (process.env.WRITE_TABLES === undefined) {
    return { written, expected };
  }
  writeFileSync(file, before + expected + after);
  return { written: expected, expected };
}
