import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Compiles the plugin against the packages of the oldest Grafana that it supports, with the React of that Grafana. Everything that it
 * imports, and every member that it uses, must exist there. `@grafana/levitate` compares whole packages instead: it reports the type of
 * `config`, of which the plugin uses two members that have not changed, and does not see a property that a component lacks.
 */

const PACKAGES = ['data', 'ui', 'runtime', 'i18n', 'schema'].map((name) => `@grafana/${name}`);
const REACT = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.27', '@types/react-dom': '18.3.7' };
/** `@grafana/ui` 12.3 takes a build of its own from outside of the registry. The plugin uses nothing of it. */
const OVERRIDES = { 'react-data-grid': '7.0.0-beta.47' };

await runCommand('compatibility', async (children) => {
  const version = oldestGrafana();
  const folder = path.join(repositoryRoot, 'node_modules', '.cache', `grafana-${version}`);
  writeProject(folder, version);
  await children.run({
    name: `installation of the packages of Grafana ${version}`,
    command: ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
  });
  await children.run({ name: 'compilation', command: ['npx', 'tsc', '-p', folder], output: 'inherited' });
  process.stdout.write(`The plugin compiles against the packages of Grafana ${version}.\n`);
  return 0;
});

/** From `grafanaDependency`, such as `>=12.3.0-0`, which admits the builds of Grafana Cloud that precede 12.3.0. */
function oldestGrafana(): string {
  const { dependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'src', 'plugin.json'), 'utf8')) as {
    dependencies: { grafanaDependency: string };
  };
  return dependencies.grafanaDependency.replace(/^>=|-0$/g, '');
}

function writeProject(folder: string, version: string): void {
  const modules = path.join(folder, 'node_modules');
  const project = {
    private: true,
    dependencies: { ...Object.fromEntries(PACKAGES.map((name) => [name, version])), ...REACT },
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
