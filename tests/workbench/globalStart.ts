import { rmSync } from 'node:fs';
import { Phases } from '../../scripts/phases.ts';
import { findFreePort } from '../../scripts/processes/ports.ts';
import { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { startStack } from '../../scripts/stack/stack.ts';
import { makeDataDir } from '../../scripts/stack/temporaryDataDir.ts';

/**
 * Playwright's global setup: starts the service, the demo plant and the workbench from the existing builds on free ports of
 * 127.0.0.1, and stops them after the last test. It sets WORKBENCH_URL, TELEMETRY_API_URL and TELEMETRY_API_KEY.
 * If WORKBENCH_URL is already set, it starts nothing and the tests run against that workbench, for example of `npm start`.
 */
export default async function globalStart(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.WORKBENCH_URL) {
    return undefined;
  }
  const dataDir = makeDataDir('telemetria-browser-');
  const children = new ChildProcesses();
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await children.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const options = { dataDir, apiPort: await findFreePort(), workbenchPort: await findFreePort() };
    const environment = { ...process.env, TELEMETRY_DATA_DIR: dataDir };
    const stack = await startStack(children, options, environment, new Phases(process.stdout));
    // Tests fail with misleading errors if a program ends, so print the reason.
    void stack.failed.then((reason) => isStopping || process.stderr.write(`\n${reason}\n`));
    process.env.WORKBENCH_URL = stack.workbenchUrl;
    process.env.TELEMETRY_API_URL = stack.apiUrl;
    process.env.TELEMETRY_API_KEY = stack.apiKey;
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
