import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes into `dist/plugin.json` whether there is a backend: whether `dist/` has its executable. Grafana refuses to load a plugin
 * that names a backend and has none, and then no panel works; without the fields, it loads the plugin as one for browsers only.
 */

const DIST = path.resolve(import.meta.dirname, '..', '..', 'dist');
const FILE = path.join(DIST, 'plugin.json');

if (existsSync(FILE)) {
  const { backend: _, alerting: __, ...plugin } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  const hasBackend = readdirSync(DIST).some((name) => name.startsWith(`${String(plugin.executable)}_`));
  const marked = hasBackend ? { ...plugin, backend: true, alerting: true } : plugin;
  writeFileSync(FILE, `${JSON.stringify(marked, null, 2)}\n`);
}
