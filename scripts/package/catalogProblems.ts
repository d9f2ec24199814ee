import { PLATFORMS } from '../backend/platforms.ts';
import { changelogProblems } from './changelog.ts';

/** A file of the archive, without the folder that all are in. */
export interface ArchiveFile {
  readonly content: Buffer;
  /** Permissions as in `chmod`. */
  readonly mode: number;
}

/** By path, with `/`. */
export type ArchiveFiles = ReadonlyMap<string, ArchiveFile>;

interface PluginJson {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly backend?: boolean;
  readonly alerting?: boolean;
  readonly executable?: string;
  readonly info: {
    readonly version: string;
    readonly updated: string;
    readonly description: string;
    readonly author: { readonly name: string };
    readonly keywords: readonly string[];
    readonly logos: { readonly small: string; readonly large: string };
    readonly links: ReadonlyArray<{ readonly url: string }>;
    readonly screenshots: ReadonlyArray<{ readonly name: string; readonly path: string }>;
  };
  readonly dependencies: { readonly grafanaDependency: string };
  readonly includes: ReadonlyArray<{ readonly name: string; readonly path: string }>;
}

const PICTURES = /\.(png|jpe?g|gif|svg)$/;
const EXECUTABLE = 0o755;

/**
 * The reasons for which the plugin catalog would reject the archive, by the public rules of Grafana's plugin validator; none if it
 * would accept it. Rules that need the network or a published version are not checked.
 * @param version of package.json
 */
export function catalogProblems(files: ArchiveFiles, version: string): readonly string[] {
  const missing = ['plugin.json', 'module.js', 'README.md', 'CHANGELOG.md', 'LICENSE'].filter(
    (name) => !files.has(name)
  );
  if (missing.length > 0) {
    return missing.map((name) => `${name} is missing.`);
  }
  const text = (name: string) => files.get(name)?.content.toString('utf8') ?? '';
  const plugin = JSON.parse(text('plugin.json')) as PluginJson;
  return [
    ...metadataProblems(plugin),
    ...versionProblems(plugin, version),
    ...changelogProblems(text('CHANGELOG.md'), version),
    ...referenceProblems(plugin, files),
    ...textProblems(text('README.md'), text('LICENSE')),
    ...scriptProblems(files),
    ...backendProblems(plugin, files),
  ];
}

function metadataProblems({ id, name, type, info, dependencies }: PluginJson): string[] {
  return problems(
    [id.endsWith(`-${type}`), `The id ${id} does not end with -${type}.`],
    [name.trim() !== '' && name !== id, 'The plugin has no name for people.'],
    [info.author.name !== '', 'plugin.json names no author.'],
    [info.description !== '', 'plugin.json has no description.'],
    [info.keywords.length > 0, 'plugin.json has no keywords.'],
    [info.links.every(({ url }) => url.startsWith('https://')), 'A link of plugin.json is not https.'],
    [info.screenshots.length > 0, 'plugin.json has no screenshots.'],
    [
      /^>=\d+\.\d+\.\d+(-0)?$/.test(dependencies.grafanaDependency),
      'grafanaDependency names no oldest version of Grafana.',
    ]
  );
}

function versionProblems({ info }: PluginJson, version: string): string[] {
  return problems(
    [info.version === version, `plugin.json has version ${info.version}, package.json ${version}.`],
    [/^\d{4}-\d{2}-\d{2}$/.test(info.updated), `The date "${info.updated}" of plugin.json is not YYYY-MM-DD.`]
  );
}

function referenceProblems({ info, includes }: PluginJson, files: ArchiveFiles): string[] {
  const pictures = info.screenshots.map((screenshot) => screenshot.path);
  const referenced = [info.logos.small, info.logos.large, ...pictures, ...includes.map((include) => include.path)];
  return [
    ...referenced.filter((path) => !files.has(path)).map((path) => `plugin.json names ${path}, which is missing.`),
    ...pictures.filter((path) => !PICTURES.test(path)).map((path) => `The screenshot ${path} is not a picture.`),
  ];
}

function textProblems(readme: string, license: string): string[] {
  // The page of the catalog is elsewhere, and Grafana itself serves these files of a plugin only by their full path.
  const relative = [...readme.matchAll(/\]\((?!https:\/\/|#)([^)]+)\)/g)].map(([, link]) => link);
  return problems(
    [relative.length === 0, `README.md has relative links: ${relative.join(', ')}.`],
    [!readme.includes('<!--'), 'README.md has comments.'],
    [!/\b(yarn|nodejs)\b/i.test(readme), 'README.md is for users; how to build is for CONTRIBUTING.md.'],
    [license.includes('Apache License'), 'LICENSE is not the Apache License.'],
    [!/\[yyyy\]|\[name of|\{yyyy\}|\{name of/.test(license), 'LICENSE has placeholders.']
  );
}

function scriptProblems(files: ArchiveFiles): string[] {
  const names = [...files.keys()];
  const svgs = names.filter((name) => name.endsWith('.svg'));
  return [
    ...names
      .filter((name) => name.endsWith('.js') && !files.has(`${name}.map`))
      .map((name) => `${name} has no source map.`),
    ...svgs
      .filter((name) => /<script|javascript:|\son\w+=/i.test(files.get(name)?.content.toString('utf8') ?? ''))
      .map((name) => `${name} contains a script.`),
    ...names.filter((name) => name.split('/').some((part) => part.startsWith('.'))).map((name) => `${name} is hidden.`),
  ];
}

function backendProblems({ backend = false, alerting = false, executable = '' }: PluginJson, files: ArchiveFiles) {
  const built = [...files.keys()].filter((name) => name.startsWith('gpx_'));
  if (!backend) {
    return problems(
      [built.length === 0, `plugin.json names no backend, but there is ${built.join(', ')}.`],
      [!alerting, 'plugin.json offers alerting without a backend.']
    );
  }
  const expected = Object.values(PLATFORMS).map(({ suffix }) => `${executable}_${suffix}`);
  return [
    ...expected.filter((name) => !files.has(name)).map((name) => `The backend ${name} is missing.`),
    ...built
      .filter((name) => files.get(name)?.mode !== EXECUTABLE)
      .map((name) => `${name} is not executable: its mode must be 0755.`),
    ...problems([files.has('go_plugin_build_manifest'), 'go_plugin_build_manifest is missing.']),
  ];
}

/** The sentences of the rules that do not hold. */
function problems(...rules: ReadonlyArray<readonly [holds: boolean, problem: string]>): string[] {
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}
