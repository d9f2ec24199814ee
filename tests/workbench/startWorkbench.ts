import { expect, test } from '@playwright/test';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../../scripts/processes/typescriptServer.ts';
import { API_KEY } from './serveSpec.ts';

/**
 * Starts a workbench of its own, on a free port.
 * @param env in addition to that of this process
 * @returns its address
 */
export async function startWorkbench(children: ChildProcesses, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const workbench = children.start({
    ...typescriptServer('workbench', 'workbench/server/main.ts'),
    env: { ...process.env, WORKBENCH_PORT: '0', ...env },
  });
  const address = () => / on (http\S+)\n/.exec(workbench.stdout())?.[1];
  await expect.poll(address).toBeDefined();
  return address()!;
}

/**
 * Runs a program that calls `serveSpec`, and a workbench with it, around the tests of a file.
 * @returns the address of the workbench, once tests run
 */
export function workbenchWith(program: string): () => string {
  let children: ChildProcesses;
  let workbenchUrl = '';
  test.beforeAll(async () => {
    children = new ChildProcesses();
    const server = children.start(typescriptServer('server', program));
    await expect.poll(() => server.stdout()).toContain('\n');
    const env = { TELEMETRY_API_URL: server.stdout().trim(), TELEMETRY_API_KEY: API_KEY };
    workbenchUrl = await startWorkbench(children, env);
  });
  test.afterAll(() => children.close());
  return () => workbenchUrl;
}
