import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { iconSvg } from './iconSvg.ts';
import { respondText } from './respond.ts';
import { sendFile } from './sendFile.ts';

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`));

const ICONS_DIR = path.join(packageFolder('@grafana/ui'), 'dist/public/img/icons');
const INTER_DIR = path.join(packageFolder('inter-ui'), 'web');
const ROBOTO_MONO_DIR = path.join(packageFolder('@fontsource/roboto-mono'), 'files');

/**
 * Serves the fonts and icons that @grafana/ui requests below `/public/`. Grafana's build has these files; in the npm
 * packages they have other paths or names.
 * @param relative decoded path below `/public/`
 */
export function sendPublicAsset(response: ServerResponse, relative: string) {
  const icon = /^build\/img\/icons\/(.+\.svg)$/.exec(relative)?.[1];
  if (icon) {
    response.setHeader('cache-control', 'max-age=86400');
    response.setHeader('content-type', 'image/svg+xml');
    response.end(iconSvg(ICONS_DIR, icon));
    return;
  }
  const inter = /^fonts\/inter\/(Inter-\w+\.woff2)$/.exec(relative)?.[1];
  if (inter) {
    sendFile(response, INTER_DIR, inter, 'immutable');
    return;
  }
  if (relative.startsWith('fonts/roboto/')) {
    // Grafana's file name of Roboto Mono is a hash, so any name is this font.
    sendFile(response, ROBOTO_MONO_DIR, 'roboto-mono-latin-400-normal.woff2', 'immutable');
    return;
  }
  respondText(response, 404, 'Not found');
}
