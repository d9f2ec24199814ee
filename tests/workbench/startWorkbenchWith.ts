import { expect } from '@playwright/test';
import { findFreePort } from '../../scripts/processes/ports.ts';
import type { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { API_KEY } from './serveSpec.ts';

/**
 * Starts a program that calls `serveSpec`, and a workbench with it.
 * @returns the address of the workbench
 */
export async function startWorkbenchWith(children: ChildProcesses, program: string): Promise<string> {
  const run = (name: string, file: string, env: NodeJS.ProcessEnv = {}) =>
    children.start({
      name,
      command: [process.execPath, '--import', 'tsx', file],
      env: { ...process.env, ...env },
      endsWithParent: true,
    });
  const server = run('server', program);
  await expect.poll(() => server.stdout()).toContain('\n');
  const port = await findFreePort();
  const workbenchUrl = `http://127.0.0.1:${port}`;
  run('workbench', 'workbench/server/main.ts', {
    WORKBENCH_PORT: String(port),
    TELEMETRY_API_URL: server.stdout().trim(),
    TELEMETRY_API_KEY: API_KEY,
  });
  const isReachable = () =>
    fetch(workbenchUrl).then(
      ({ ok }) => ok,
      () => false
    );
  await expect.poll(isReachable).toBe(true);
  return workbenchUrl;
}
