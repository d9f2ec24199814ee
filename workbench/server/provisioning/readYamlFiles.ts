import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The YAML files of one folder of a provisioning tree, in the order of their names; none when it is missing. */
export function readYamlFiles(provisioningDir: string, kind: 'datasources' | 'dashboards') {
  const folder = path.join(provisioningDir, kind);
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => ({ file: `${kind}/${name}`, text: readFileSync(path.join(folder, name), 'utf8') }));
}
