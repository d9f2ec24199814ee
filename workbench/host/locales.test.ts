import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import spanish from './locales/es-ES/grafana.json';

/** All quoted dotted names in the built code of a package, which include its translation keys. */
function dottedNamesIn(name: string): Set<string> {
  const folder = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'dist/esm');
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.mjs')) {
      const code = readFileSync(path.join(folder, file), 'utf8');
      for (const [, key] of code.matchAll(/["`]([a-z-]+(?:\.[\w-]+)+)["`]/gi)) {
        names.add(key!);
      }
    }
  }
  return names;
}

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [(prefix + key).replace(/_(one|many|other)$/, '')]
      : keysOf(value as object, `${prefix}${key}.`)
  );
}

test('every Spanish text has a key that @grafana/ui or @grafana/data uses', () => {
  const known = new Set([...dottedNamesIn('@grafana/ui'), ...dottedNamesIn('@grafana/data')]);
  expect(keysOf(spanish).filter((key) => !known.has(key))).toEqual([]);
});
