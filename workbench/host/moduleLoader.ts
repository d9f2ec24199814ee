import { sharedModules } from './sharedModules.ts';

/** Where shared modules live for SystemJS; any scheme of our own does. */
const SCHEME = 'package:';

let ready: Promise<void> | undefined;

/**
 * Loads a bundle as Grafana does: through SystemJS, with the host's own copies of the shared modules.
 * @param url absolute path of an AMD or System module on this server
 * @returns its exports, awaited when the bundle is an async module
 */
export async function loadModule(url: string): Promise<Record<string, unknown>> {
  ready ??= prepare();
  await ready;
  const loaded = await importModule(url);
  return (await (loaded.__useDefault ? loaded.default : loaded)) as Record<string, unknown>;
}

async function importModule(url: string): Promise<{ __useDefault?: boolean; default?: unknown }> {
  try {
    return await System.import(url);
  } catch (error) {
    // SystemJS remembers what failed and would fail again with the same words.
    System.delete(System.resolve(url));
    throw error;
  }
}

async function prepare() {
  // Only now: these define `window.define`, and packages of the page that look for it would register themselves there.
  await import('systemjs/dist/system.min.js');
  await import('systemjs/dist/extras/amd.min.js');
  await import('systemjs/dist/extras/named-register.min.js');
  const imports: Record<string, string> = {};
  for (const [name, module] of Object.entries(sharedModules)) {
    System.set(SCHEME + name, module);
    imports[name] = SCHEME + name;
  }
  System.addImportMap({ imports });
}
