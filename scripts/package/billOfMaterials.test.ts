import { expect, test } from '@jest/globals';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { billOfMaterials, bundledPackages, goModules } from './billOfMaterials.ts';

test('lists each package of a bundle once, with its installed version and licence', () => {
  const sources = [
    'webpack://plugin/./core/api/client.ts',
    'webpack://plugin/../node_modules/rxjs/dist/esm5/a.js',
    'webpack://plugin/../node_modules/rxjs/dist/esm5/b.js',
    'webpack://plugin/../node_modules/@grafana/i18n/dist/index.js?0c1d',
  ];
  const found = bundledPackages(JSON.stringify({ sources }), path.join(repositoryRoot, 'node_modules'));
  expect(found).toMatchObject([
    { name: '@grafana/i18n', purl: expect.stringMatching(/^pkg:npm\/%40grafana\/i18n@\d+\./) },
    { name: 'rxjs', licenses: [{ license: { id: 'Apache-2.0' } }] },
  ]);
});

test('lists the modules of a Go executable', () => {
  const buildInfo = [
    'dist/gpx_telemetria_linux_amd64: go1.26.8',
    '\tpath\ttelemetria-industrial-datasource/pkg',
    '\tmod\ttelemetria-industrial-datasource\t(devel)\t',
    '\tdep\tgithub.com/grafana/sobek\tv0.0.0-20260101\th1:abc=',
    '\tbuild\t-trimpath=true',
  ].join('\n');
  expect(goModules(buildInfo)).toEqual([
    {
      type: 'library',
      name: 'github.com/grafana/sobek',
      version: 'v0.0.0-20260101',
      purl: 'pkg:golang/github.com/grafana/sobek@v0.0.0-20260101',
    },
  ]);
  expect(
    JSON.parse(billOfMaterials('plugin', '1.0.0', [...goModules(buildInfo), ...goModules(buildInfo)]))
  ).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [{ name: 'github.com/grafana/sobek' }],
  });
});
