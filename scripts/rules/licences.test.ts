import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

interface LockedPackage {
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

const ALLOWED = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
/** Fonts, which are no code, and a tool of Grafana's scaffold (BlueOak-1.0.0, permissive). */
const OTHERS = ['inter-ui', '@fontsource/roboto-mono', 'glob'];

test.each(['', 'telemetry-api', 'workbench'])('the dependencies of "%s" have a permissive licence', (workspace) => {
  const { dependencies = {}, devDependencies = {} } = packages[workspace] ?? {};
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !OTHERS.includes(name));
  expect(names.length).toBeGreaterThan(2);
  const licences = names.map((name) => {
    const locked = packages[path.posix.join(workspace, 'node_modules', name)] ?? packages[`node_modules/${name}`];
    return `${name}: ${locked?.license}`;
  });
  expect(licences.filter((line) => !ALLOWED.includes(line.split(': ')[1] ?? ''))).toEqual([]);
});
