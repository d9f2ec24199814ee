import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads the YAML files of a provisioning subfolder, sorted by name. A missing folder gives an empty list. */
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
