import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { iconSvg } from './icons.ts';
import { respondText } from './respond.ts';
import { sendFile } from './sendFile.ts';

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`));

const iconsDir = path.join(packageFolder('@grafana/ui'), 'dist/public/img/icons');
const interDir = path.join(packageFolder('inter-ui'), 'web');
const robotoMonoDir = path.join(packageFolder('@fontsource/roboto-mono'), 'files');

/**
 * Serves what the styles and icons of @grafana/ui ask for below `/public/`: a Grafana build has these files, the npm
 * packages have them elsewhere or under other names.
 * @param relative decoded path below `/public/`
 */
export function sendPublicAsset(response: ServerResponse, relative: string) {
  const icon = /^build\/img\/icons\/(.+\.svg)$/.exec(relative)?.[1];
  if (icon) {
    response.setHeader('cache-control', 'max-age=86400');
    response.setHeader('content-type', 'image/svg+xml');
    response.end(iconSvg(iconsDir, icon));
    return;
  }
  const inter = /^fonts\/inter\/(Inter-\w+\.woff2)$/.exec(relative)?.[1];
  if (inter) {
    sendFile(response, interDir, inter, 'immutable');
    return;
  }
  if (relative.startsWith('fonts/roboto/')) {
    // Grafana names its Roboto Mono by a hash; the package names it plainly.
    sendFile(response, robotoMonoDir, 'roboto-mono-latin-400-normal.woff2', 'immutable');
    return;
  }
  respondText(response, 404, 'Not found');
}
