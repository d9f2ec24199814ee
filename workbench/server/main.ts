import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorkbench } from './buildWorkbench.ts';
import { readOptions } from './readOptions.ts';

const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

try {
  const options = readOptions(process.env, repositoryRoot);
  const workbench = buildWorkbench(options, process.env, (line) => process.stderr.write(`workbench: ${line}\n`));
  const address = await workbench
    .listen({ port: options.port, host: '127.0.0.1' })
    .catch((error: NodeJS.ErrnoException) => fail(listenErrorMessage(error, options.port)));
  process.stdout.write(`workbench listening on ${address}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void workbench.close().then(() => process.exit(0)));
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

function fail(message: string): never {
  process.stderr.write(`workbench: ${message}\n`);
  process.exit(1);
}
