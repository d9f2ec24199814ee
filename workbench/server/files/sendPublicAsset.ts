import type { FastifyReply } from 'fastify';
import { createRequire } from 'node:module';
import path from 'node:path';
import { iconSvg } from './iconSvg.ts';
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
export function sendPublicAsset(reply: FastifyReply, relative: string) {
  const icon = /^build\/img\/icons\/(.+\.svg)$/.exec(relative)?.[1];
  if (icon) {
    return reply.header('cache-control', 'max-age=86400').type('image/svg+xml').send(iconSvg(ICONS_DIR, icon));
  }
  // Grafana's file name of Roboto Mono is a hash, so any name is this font.
  if (relative.startsWith('fonts/roboto/')) {
    return sendFile(reply, ROBOTO_MONO_DIR, 'roboto-mono-latin-400-normal.woff2', 'immutable');
  }
  const inter = /^fonts\/inter\/(Inter-\w+\.woff2)$/.exec(relative)?.[1];
  return sendFile(reply, INTER_DIR, inter ?? '', 'immutable');
}
