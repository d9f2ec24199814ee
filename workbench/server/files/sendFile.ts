import type { FastifyReply } from 'fastify';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * Sends a file of a folder. A missing file or a path outside the folder is a 404.
 * @param relative decoded URL path below the folder
 * @param cache `immutable` for file names with a hash, `none` for files that a rebuild replaces
 */
export function sendFile(reply: FastifyReply, folder: string, relative: string, cache: 'immutable' | 'none') {
  const file = findFile(folder, relative);
  if (!file) {
    return reply.code(404).send({ message: 'Not found' });
  }
  return reply
    .headers({
      'content-type': CONTENT_TYPES[path.extname(file.path)] ?? 'application/octet-stream',
      'content-length': file.bytes,
      'cache-control': cache === 'immutable' ? 'public, max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(createReadStream(file.path));
}

/** @returns the file and its size, or undefined if the folder has no such file */
export function findFile(folder: string, relative: string): { path: string; bytes: number } | undefined {
  const file = path.resolve(folder, relative);
  if (relative.includes('\0') || !file.startsWith(path.resolve(folder) + path.sep)) {
    return undefined;
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? { path: file, bytes: stats.size } : undefined;
}
