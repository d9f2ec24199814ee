import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An npm package or Go module, as CycloneDX describes it. */
export interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: ReadonlyArray<{ readonly license: { readonly id: string } }>;
}

/** The npm packages whose code a bundle contains, by the sources that its source map lists. */
export function bundledPackages(sourceMap: string, nodeModules: string): readonly Component[] {
  const { sources } = JSON.parse(sourceMap) as { sources: string[] };
  const names = sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/?]+)\//.exec(source)?.[1] ?? []);
  return [...new Set(names)].sort().map((name) => {
    const manifest = readFileSync(path.join(nodeModules, name, 'package.json'), 'utf8');
    const { version, license } = JSON.parse(manifest) as { version: string; license: string };
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type: 'library', name, version, purl, licenses: [{ license: { id: license } }] };
  });
}

/** The Go modules in an executable, by the output of `go version -m`. */
export function goModules(buildInfo: string): readonly Component[] {
  return [...buildInfo.matchAll(/^\s+dep\s+(\S+)\s+(\S+)/gm)].map(([, name = '', version = '']) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:golang/${name}@${version}`,
  }));
}

/** A software bill of materials in the format CycloneDX 1.5, with each component once. */
export function billOfMaterials(name: string, version: string, components: readonly Component[]): string {
  const distinct = [...new Map(components.map((component) => [component.purl, component])).values()];
  const product = { type: 'application', name, version };
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: product },
    components: distinct,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
