import { expect, test } from '@jest/globals';
import { missingAddresses, projectInfo } from './projectAddresses.ts';

const AUTHOR = { name: 'Plants' };
const PUBLIC = {
  author: { ...AUTHOR, url: 'https://plants.example' },
  homepage: 'https://plants.example/docs',
  repository: { url: 'git+https://git.example/plants/plugin.git' },
  bugs: { url: 'https://git.example/plants/plugin/issues' },
  funding: { url: 'https://plants.example/sponsor' },
};

test('the links of the catalog are the addresses of package.json', () => {
  expect(projectInfo(PUBLIC)).toEqual({
    author: { name: 'Plants', url: 'https://plants.example' },
    links: [
      { name: 'Documentation', url: 'https://plants.example/docs' },
      { name: 'Source code', url: 'https://git.example/plants/plugin' },
      { name: 'Report an issue', url: 'https://git.example/plants/plugin/issues' },
      { name: 'Sponsorship', url: 'https://plants.example/sponsor' },
    ],
  });
  expect(missingAddresses(PUBLIC)).toEqual({ needed: [], optional: [] });
});

test('without addresses there are no links, and each is named', () => {
  expect(projectInfo({ author: AUTHOR })).toEqual({ author: AUTHOR, links: [] });
  expect(missingAddresses({ author: AUTHOR })).toEqual({
    needed: [
      'package.json has no homepage: the catalog shows no link “Documentation”.',
      'package.json has no repository.url: the catalog shows no link “Source code”.',
      'package.json has no bugs.url: the catalog shows no link “Report an issue”.',
      'package.json has no author.url: the catalog shows the author without a link.',
    ],
    optional: ['package.json has no funding.url: the catalog shows no link “Sponsorship”.'],
  });
});
