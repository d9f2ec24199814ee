import { sharedModules } from './sharedModules.ts';

/** URL scheme of the shared modules in SystemJS; any unused scheme works. */
const SCHEME = 'package:';

let prepared: Promise<void> | undefined;

/**
 * Loads a bundle as Grafana does: through SystemJS, with the host's own copies of the shared modules.
 * @param url absolute path of an AMD or System module on this server
 * @returns its exports, also if the bundle is an async module
 */
export async function loadModule(url: string): Promise<Record<string, unknown>> {
  prepared ??= prepare();
  await prepared;
  const loaded = await importModule(url);
  return (await (loaded.__useDefault ? loaded.default : loaded)) as Record<string, unknown>;
}

async function importModule(url: string): Promise<{ __useDefault?: boolean; default?: unknown }> {
  try {
    return await System.import(url);
  } catch (error) {
    // SystemJS caches a failed module; without this, a retry would return the same error.
    System.delete(System.resolve(url));
    throw error;
  }
}

async function prepare() {
  // Imported on demand: they define `window.define`, and packages of the page would register themselves with it.
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
