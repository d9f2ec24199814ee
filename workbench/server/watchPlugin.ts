import type { FastifyInstance, FastifyReply } from 'fastify';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';

const INTERVAL_MS = 500;

/** @returns a text that differs for every build; `undefined` if there is none, for example while one deletes its folder */
async function buildStamp(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

/**
 * Adds `GET /api/workbench/builds`, a stream of server-sent events, one for each new build of the plugin. Polls the file
 * instead of watching it, because a build can delete its folder. `watchFile` takes its first look at some time after the
 * call: a build before that look is never reported.
 */
export function watchPlugin(app: FastifyInstance, pluginDir: string) {
  const file = path.join(pluginDir, 'module.js');
  const pages = new Set<FastifyReply>();
  const closed = new AbortController();

  async function poll(first: string | undefined) {
    let reported = first;
    for await (const _ of setInterval(INTERVAL_MS, undefined, { ref: false, signal: closed.signal })) {
      const stamp = await buildStamp(file);
      if (stamp !== undefined && stamp !== reported) {
        reported = stamp;
        pages.forEach(({ raw }) => raw.write('data: built\n\n'));
      }
    }
  }

  app.get('/api/workbench/builds', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // Without a first line, the browser does not know that the stream is open.
    reply.raw.write(':\n\n');
    pages.add(reply);
    request.raw.on('close', () => pages.delete(reply));
  });
  app.addHook('onReady', async () => {
    const first = await buildStamp(file);
    poll(first).catch(() => undefined); // Only `closed` ends it.
  });
  app.addHook('onClose', async () => closed.abort());
}
