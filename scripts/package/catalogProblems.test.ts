import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PLATFORMS } from '../backend/platforms.ts';
import { dashboardIncludes } from '../dashboards/dashboardFiles.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { type ArchiveFile, catalogProblems } from './catalogProblems.ts';
import { projectInfo, type ProjectManifest } from './projectAddresses.ts';

const source = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const manifest = JSON.parse(source('package.json')) as ProjectManifest & { version: string };
const { version } = manifest;

type Plugin = {
  id: string;
  info: { version: string; updated: string; logos: { small: string }; screenshots: Array<{ path: string }> };
  includes: ReadonlyArray<{ path: string }>;
  backend?: boolean;
  alerting?: boolean;
};

/** The plugin as it is built, from its own plugin.json, with executables for all platforms. */
function archive() {
  const plugin = JSON.parse(
    source('src/plugin.json').replaceAll('%VERSION%', version).replaceAll('%TODAY%', '2026-01-31')
  ) as Plugin;
  plugin.info = { ...plugin.info, ...projectInfo(manifest) };
  plugin.includes = dashboardIncludes();
  plugin.backend = true;
  plugin.alerting = true;
  const file = (content: string, mode = 0o644): ArchiveFile => ({ content: Buffer.from(content), mode });
  const pictures = [plugin.info.logos.small, ...plugin.info.screenshots.map((screenshot) => screenshot.path)];
  const files = new Map<string, ArchiveFile>([
    ['module.js', file('')],
    ['module.js.map', file('{}')],
    ['README.md', file(source('src/README.md'))],
    ['CHANGELOG.md', file(source('CHANGELOG.md'))],
    ['LICENSE', file(source('LICENSE'))],
    ['go_plugin_build_manifest', file('')],
    ...pictures.map((name) => [name, file(name.endsWith('.svg') ? source(`src/${name}`) : '')] as const),
    ...plugin.includes.map((include) => [include.path, file('{}')] as const),
    ...Object.values(PLATFORMS).map(({ suffix }) => [`gpx_telemetria_${suffix}`, file('', 0o755)] as const),
  ]);
  return { plugin, files, file };
}

function problemsAfter(change: (built: ReturnType<typeof archive>) => void): readonly string[] {
  const built = archive();
  change(built);
  built.files.set('plugin.json', built.file(JSON.stringify(built.plugin)));
  return catalogProblems(built.files, version);
}

test('the plugin, its texts and its licence are accepted', () => {
  expect(problemsAfter(() => undefined)).toEqual([]);
});

test('the page of the catalog names every platform of the backend', () => {
  const names = { linux: 'Linux', darwin: 'macOS', windows: 'Windows' };
  const texts = Object.entries(names).map(([system, name]) => {
    const platforms = Object.keys(PLATFORMS).filter((platform) => platform.startsWith(`${system}/`));
    return `${name} (${platforms.map((platform) => platform.split('/')[1]).join(', ')})`;
  });
  expect(source('src/README.md').replace(/\s+/g, ' ')).toContain(
    `for ${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
  );
});

test('without Go, the plugin is accepted without a backend', () => {
  const problems = problemsAfter(({ plugin, files }) => {
    delete plugin.backend;
    delete plugin.alerting;
    [...files.keys()].filter((name) => name.startsWith('g')).forEach((name) => files.delete(name));
  });
  expect(problems).toEqual([]);
});

test.each<[name: string, change: (built: ReturnType<typeof archive>) => void, problem: string]>([
  ['no licence', ({ files }) => files.delete('LICENSE'), 'LICENSE is missing.'],
  [
    'a template as licence',
    ({ files, file }) => files.set('LICENSE', file('Apache License\nCopyright {yyyy}')),
    'LICENSE has placeholders.',
  ],
  ['another id', ({ plugin }) => (plugin.id = 'telemetria'), 'The id telemetria does not end with -datasource.'],
  [
    'another version',
    ({ plugin }) => (plugin.info.version = '9.9.9'),
    `plugin.json has version 9.9.9, package.json ${version}.`,
  ],
  [
    'a version without an entry in the changelog',
    ({ files, file }) =>
      files.set('CHANGELOG.md', file('# Changelog\n\n## [0.0.1] - 2026-01-31\n\n### Added\n\n- A start.\n')),
    `The newest entry of CHANGELOG.md is 0.0.1, the version ${version}.`,
  ],
  [
    'no date',
    ({ plugin }) => (plugin.info.updated = '%TODAY%'),
    'The date "%TODAY%" of plugin.json is not YYYY-MM-DD.',
  ],
  [
    'a picture that is not there',
    ({ files }) => files.delete('img/trend.png'),
    'plugin.json names img/trend.png, which is missing.',
  ],
  ['no screenshots', ({ plugin }) => (plugin.info.screenshots = []), 'plugin.json has no screenshots.'],
  [
    'a dashboard that is not there',
    ({ files }) => files.delete('dashboards/en/plant-tag.json'),
    'plugin.json names dashboards/en/plant-tag.json, which is missing.',
  ],
  [
    'a relative link',
    ({ files, file }) => files.set('README.md', file('![Trend](img/trend.png)')),
    'README.md has relative links: img/trend.png.',
  ],
  ['no source map', ({ files, file }) => files.set('42.js', file('')), '42.js has no source map.'],
  [
    'a logo with a script',
    ({ files, file }) => files.set('img/logo.svg', file('<svg onload="alert(1)"/>')),
    'img/logo.svg contains a script.',
  ],
  ['a hidden file', ({ files, file }) => files.set('img/.DS_Store', file('')), 'img/.DS_Store is hidden.'],
  [
    'a backend for some platforms',
    ({ files }) => files.delete('gpx_telemetria_linux_arm64'),
    'The backend gpx_telemetria_linux_arm64 is missing.',
  ],
  [
    'a backend that cannot be executed',
    ({ files, file }) => files.set('gpx_telemetria_linux_amd64', file('', 0o644)),
    'gpx_telemetria_linux_amd64 is not executable: its mode must be 0755.',
  ],
  [
    'an executable that plugin.json does not name',
    ({ plugin, files }) => {
      delete plugin.backend;
      delete plugin.alerting;
      const [, ...others] = [...files.keys()].filter((name) => name.startsWith('gpx_'));
      others.forEach((name) => files.delete(name));
    },
    'plugin.json names no backend, but there is gpx_telemetria_linux_amd64.',
  ],
])('%s is rejected', (_, change, problem) => {
  expect(problemsAfter(change)).toEqual([problem]);
});
