import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

/** Rules of the catalog's validator about source code that `npm run package` does not hand to it. */

it('the data source relies on the health check of Grafana, as the catalog wants it', () => {
  const source = readFileSync(path.join(repositoryRoot, 'src', 'datasource.ts'), 'utf8');
  expect(source).toMatch(/class\s+\w+\s+extends\s+DataSourceWithBackend</);
  // `backend-datasource-should-not-implement-testdatasource` of grafana/plugin-validator.
  expect(source).not.toMatch(
    /class\s+\w+\s+extends\s+DataSourceWithBackend(?:<[^>]+>)?\s*\{[^]*?\btestDatasource\s*\(/
  );
});

describe('the pages that the catalog shows', () => {
  const { docsPath } = JSON.parse(readFileSync(path.join(repositoryRoot, 'src', 'plugin.json'), 'utf8')) as {
    readonly docsPath: string;
  };
  const folder = path.join(repositoryRoot, docsPath);
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const pages = names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  // The rules of `plugin-docs-cli validate` of grafana/plugin-tools that a change of a text breaks.

  it('begin with index.md and have a place in the menu each', () => {
    expect(names).toContain('index.md');
    const places = pages.map(
      ([, text]) => /^---\ntitle: \S.*\ndescription: \S.*\nsidebar_position: (\d+)\n---\n/.exec(text)?.[1]
    );
    expect(new Set(places)).toEqual(new Set(names.map((_, index) => String(index + 1))));
  });

  it.each(pages)(
    '%s has its title in the front matter, and leads only to pages and pictures of the folder',
    (_, text) => {
      expect(text).not.toMatch(/^# /m);
      const inside = [...text.matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, link = '']) => link);
      expect(
        inside.filter((link) => !readdirSync(path.join(folder, path.dirname(link))).includes(path.basename(link)))
      ).toEqual([]);
      expect(text).not.toContain('](..');
    }
  );

  it('have the pictures of the catalog where they need them', () => {
    const pictures = readdirSync(path.join(folder, 'img'));
    const shared = readdirSync(path.join(repositoryRoot, 'src', 'img')).filter((name) => pictures.includes(name));
    expect(shared).toEqual(['editor.png', 'plant-overview.png']);
    for (const name of shared) {
      const [guide, catalog] = [folder, path.join(repositoryRoot, 'src')].map((where) =>
        readFileSync(path.join(where, 'img', name))
      );
      expect(guide!.equals(catalog!)).toBe(true);
    }
    const texts = pages.map(([, text]) => text).join('');
    expect(pictures.filter((name) => !texts.includes(`](img/${name})`))).toEqual([]);
  });
});
