import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorkbench } from './createWorkbench.ts';
import { readOptions } from './readOptions.ts';

const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

try {
  const options = readOptions(process.env, repositoryRoot);
  const server = createWorkbench(options, process.env, (line) => process.stderr.write(`workbench: ${line}\n`));
  server.on('error', (error: NodeJS.ErrnoException) => fail(listenErrorMessage(error, options.port)));
  server.listen(options.port, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : options.port;
    process.stdout.write(`workbench listening on http://127.0.0.1:${port}\n`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop(server));
  }
} catch (error) {
  fail((error as Error).message);
}

function listenErrorMessage(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} of 127.0.0.1 is already in use. Set WORKBENCH_PORT to a free one, for example WORKBENCH_PORT=${port + 1}.`;
  }
  return error.code === 'EACCES'
    ? `Port ${port} requires elevated permissions. Set WORKBENCH_PORT to another one.`
    : error.message;
}

function stop(server: Server) {
  server.close(() => process.exit(0));
  // Connections that a page keeps open would keep the process running.
  server.closeAllConnections();
}

function fail(message: string): never {
  process.stderr.write(`workbench: ${message}\n`);
  process.exit(1);
}
