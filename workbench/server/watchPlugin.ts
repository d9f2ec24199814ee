import type { FastifyInstance, FastifyReply } from 'fastify';
import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';

const INTERVAL_MS = 500;

/**
 * Adds `GET /api/workbench/builds`, a stream of server-sent events, one for each new build of the plugin. Polls the file
 * instead of watching it, because a build can delete its folder.
 */
export function watchPlugin(app: FastifyInstance, pluginDir: string) {
  const file = path.join(pluginDir, 'module.js');
  const pages = new Set<FastifyReply>();
  const onChange = (now: { mtimeMs: number }) => {
    if (now.mtimeMs > 0) {
      pages.forEach(({ raw }) => raw.write('data: built\n\n'));
    }
  };
  app.get('/api/workbench/builds', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // Without a first line, the browser does not know that the stream is open.
    reply.raw.write(':\n\n');
    pages.add(reply);
    request.raw.on('close', () => pages.delete(reply));
  });
  app.addHook('onReady', async () => void watchFile(file, { interval: INTERVAL_MS, persistent: false }, onChange));
  app.addHook('onClose', async () => unwatchFile(file, onChange));
}
