import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareVersions, type PublishedVersions, versionsToCompile } from './compatibility/grafanaVersions.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Compiles the plugin against the packages of the oldest Grafana that it supports and of each later minor on the registry, with the
 * React of that Grafana. Everything that it imports, and every member that it uses, must exist there. `@grafana/levitate` compares whole
 * packages instead: it reports the type of `config`, of which the plugin uses two members that have not changed, and does not see a
 * property that a component lacks.
 */

const PACKAGES = ['data', 'ui', 'runtime', 'i18n', 'schema'].map((name) => `@grafana/${name}`);
const REACT_18 = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.27', '@types/react-dom': '18.3.7' };
const REACT_19 = { react: '19.2.9', 'react-dom': '19.2.9', '@types/react': '19.2.18', '@types/react-dom': '19.2.4' };
/** The packages say so from this version on: their peer dependency is React 19. */
const FIRST_WITH_REACT_19 = '13.2.0';
/** `@grafana/ui` 12.3 takes a build of its own from outside of the registry. The plugin uses nothing of it. */
const OVERRIDES = { 'react-data-grid': '7.0.0-beta.47' };
const COMPILER = path.join(repositoryRoot, 'node_modules', '@typescript', 'native', 'bin', 'tsc');

await runCommand('compatibility', async (children) => {
  const versions = versionsToCompile(oldestGrafana(), await publishedVersions(children));
  let exitCode = 0;
  for (const version of versions) {
    const errors = await compile(await installGrafana(version, children), children);
    if (errors !== '') {
      exitCode = 1;
    }
    process.stdout.write(errors === '' ? `Grafana ${version}: compiles.\n` : `Grafana ${version}:\n${errors}\n`);
  }
  return exitCode;
});

/** From `grafanaDependency`, such as `>=12.3.0-0`, which admits the builds of Grafana Cloud that precede 12.3.0. */
function oldestGrafana(): string {
  const { dependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'src', 'plugin.json'), 'utf8')) as {
    dependencies: { grafanaDependency: string };
  };
  return dependencies.grafanaDependency.replace(/^>=|-0$/g, '');
}

async function publishedVersions(children: ChildProcesses): Promise<readonly PublishedVersions[]> {
  const answers: PublishedVersions[] = [];
  for (const name of PACKAGES) {
    const answer = await children.run({
      name: `versions of ${name}`,
      command: ['npm', 'view', name, 'versions', '--json'],
    });
    answers.push(JSON.parse(answer) as PublishedVersions);
  }
  return answers;
}

/** @returns the folder of a project that compiles the plugin with the packages of the version */
async function installGrafana(version: string, children: ChildProcesses): Promise<string> {
  const folder = path.join(repositoryRoot, 'node_modules', '.cache', `grafana-${version}`);
  writeProject(folder, version);
  await children.run({
    name: `installation of the packages of Grafana ${version}`,
    command: ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
  });
  return folder;
}

function writeProject(folder: string, version: string): void {
  const modules = path.join(folder, 'node_modules');
  const react = compareVersions(version, FIRST_WITH_REACT_19) < 0 ? REACT_18 : REACT_19;
  const project = {
    private: true,
    dependencies: { ...Object.fromEntries(PACKAGES.map((name) => [name, version])), ...react },
    overrides: OVERRIDES,
  };
  const root = (...names: string[]) => path.join(repositoryRoot, ...names);
  const tsconfig = {
    extends: root('tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      rootDir: '/',
      types: ['node'],
      typeRoots: [root('node_modules', '@types')],
      paths: {
        '@grafana/*': [path.join(modules, '@grafana', '*')],
        react: [path.join(modules, '@types', 'react')],
        'react/*': [path.join(modules, '@types', 'react', '*')],
        '*': [root('src', '*')],
      },
    },
    include: [root('src'), root('.config', 'types')],
    // Tests run with the packages of package.json.
    exclude: [root('src', '**', '*.test.ts'), root('src', '**', '*.test.tsx'), root('src', 'testSupport')],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project, null, 2));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig, null, 2));
}

/** @returns the errors of the compiler; empty if there are none */
async function compile(folder: string, children: ChildProcesses): Promise<string> {
  const command = [process.execPath, COMPILER, '--pretty', 'false', '-p', folder] as const;
  const compiler = children.start({ name: 'compilation', command });
  const { code } = await compiler.exited;
  return code === 0 ? '' : compiler.stdout().trim() || compiler.lastOutput();
}
