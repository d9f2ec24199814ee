import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

const main = path.join(__dirname, 'main.ts');

type ProcessResult = {
  readonly code: number | null;
  stdout: string;
  stderr: string;
};

/** Runs the program. `onLine` is called with its first line on stdout and a function that sends it a signal. */
function run(
  env: NodeJS.ProcessEnv,
  onLine: (line: string, kill: (signal: NodeJS.Signals) => void) => void
): Promise<ProcessResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', main], { env: { ...process.env, ...env } });
  const result: ProcessResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    result.stdout += chunk.toString();
    if (result.stdout.includes('\n')) {
      onLine(result.stdout.trimEnd(), (signal) => child.kill(signal));
    }
  });
  child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...result, code })));
}

test.each(['SIGINT', 'SIGTERM'] as const)('prints its URL and exits on %s while a page is open', async (signal) => {
  const { code, stdout, stderr } = await run({ WORKBENCH_PORT: '0' }, async (line, kill) => {
    const address = /^workbench listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    await fetch(`${address}/api/health`, { keepalive: true });
    kill(signal);
  });
  expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
});

test('a port in use is an error that names the variable', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const { code, stdout, stderr } = await run({ WORKBENCH_PORT: String(port) }, () => {});
  holder.close();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Port ${port} of 127.0.0.1 is already in use. Set WORKBENCH_PORT to a free one`);
});

test('an invalid port is an error that names the variable', async () => {
  const { code, stderr } = await run({ WORKBENCH_PORT: 'many' }, () => {});
  expect([code, stderr]).toEqual([
    1,
    'workbench: WORKBENCH_PORT is "many"; it must be a whole number from 0 to 65535.\n',
  ]);
});
