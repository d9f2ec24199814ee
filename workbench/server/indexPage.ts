import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The placeholder for the boot data in index.html. */
const BOOT_DATA_PLACEHOLDER = '__WORKBENCH_BOOT_DATA__';

/**
 * The page with inline boot data, because the @grafana packages read it when they are imported.
 * @returns undefined if the page is not built
 */
export function indexPage(pageDir: string, boot: unknown): string | undefined {
  const file = path.join(pageDir, 'index.html');
  if (!existsSync(file)) {
    return undefined;
  }
  return readFileSync(file, 'utf8').replace(BOOT_DATA_PLACEHOLDER, () => inlineJson(boot));
}

/** JSON that is safe inside a script element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}
