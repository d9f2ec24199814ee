import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The mark in the page's index.html that the boot data replace. */
const BOOT_MARK = '__WORKBENCH_BOOT_DATA__';

/**
 * The page with its boot data inline: the @grafana packages read them while they are imported.
 * @returns undefined when the page has not been built
 */
export function indexPage(pageDir: string, boot: unknown): string | undefined {
  const file = path.join(pageDir, 'index.html');
  if (!existsSync(file)) {
    return undefined;
  }
  return readFileSync(file, 'utf8').replace(BOOT_MARK, () => inlineJson(boot));
}

/** JSON that may stand inside a script element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}
