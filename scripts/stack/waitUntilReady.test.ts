import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findFreePort } from '../processes/ports.ts';
import { ChildProcesses } from '../processes/childProcesses.ts';
import { waitUntilReady } from './waitUntilReady.ts';

let children: ChildProcesses;
beforeEach(() => {
  children = new ChildProcesses();
});
afterEach(() => children.close());

function startServer(script: string) {
  return children.start({ name: 'server', command: [process.execPath, '-e', script] });
}

test('a server is ready when it returns 200, not as soon as it accepts connections', async () => {
  const port = await findFreePort();
  const server = startServer(`
    let requests = 0;
    require('http').createServer((_, response) => {
      console.log('request');
      response.writeHead(++requests < 3 ? 503 : 200).end();
    }).listen(${port}, '127.0.0.1')`);
  await waitUntilReady(server, `http://127.0.0.1:${port}/`, 30_000);
  expect(server.stdout()).toBe('request\n'.repeat(3));
});

test('a server that exits is reported with its last output', async () => {
  const server = startServer('console.error("no database"); process.exitCode = 1');
  await expect(waitUntilReady(server, `http://127.0.0.1:${await findFreePort()}/`, 30_000)).rejects.toThrow(
    'The server ended with code 1. Last output:\n  no database'
  );
});

test('a server that is not ready in time is reported with its last response', async () => {
  const port = await findFreePort();
  const server = startServer(`
    require('http').createServer((_, response) => response.writeHead(503).end()).listen(${port}, '127.0.0.1')`);
  await expect(waitUntilReady(server, `http://127.0.0.1:${port}/`, 1_000)).rejects.toThrow(
    `The server was not ready after 1 s: http://127.0.0.1:${port}/ returned HTTP 503.`
  );
});
