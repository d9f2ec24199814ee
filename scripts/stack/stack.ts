import { type ChildProcesses, type ChildSpec, describeExit } from '../processes/childProcesses.ts';
import type { Phases } from '../phases.ts';
import { typescriptServer } from '../processes/typescriptServer.ts';
import { isAccepted, saveDemoKey, readDemoKey } from './demoKey.ts';
import { type StartOptions, workbenchAddress } from './startOptions.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Stack {
  readonly workbenchUrl: string;
  readonly apiUrl: string;
  /** Resolves with the reason when one of the programs ends unexpectedly. */
  readonly failed: Promise<string>;
}

/** The first start creates a database, and crash recovery may take long. */
const SERVICE_TIMEOUT_MS = 120_000;
const WORKBENCH_TIMEOUT_MS = 30_000;

/**
 * Starts the service with the embedded database, the demo plant with live data, and the workbench.
 * The plugin and the workbench must be built. Closing `children` stops everything, also after an error.
 * @param environment the environment of the programs, to which ports and addresses are added
 * @throws Error for display if a program does not start
 */
export async function startStack(
  children: ChildProcesses,
  options: StartOptions,
  environment: NodeJS.ProcessEnv,
  phases: Phases
): Promise<Stack> {
  const apiUrl = `http://127.0.0.1:${options.apiPort}`;
  const workbenchUrl = workbenchAddress(options);
  const env: NodeJS.ProcessEnv = {
    ...environment,
    API_HOST: '127.0.0.1',
    API_PORT: String(options.apiPort),
    WORKBENCH_PORT: String(options.workbenchPort),
    TELEMETRY_API_URL: apiUrl,
    // Never write demo data to a database that may be in use.
    DATABASE_URL: undefined,
  };
  const api = (name: string, ...args: string[]): ChildSpec => ({
    ...typescriptServer(name, 'telemetry-api/cli.ts', ...args),
    env,
  });

  const service = children.start(api('service', 'serve'));
  await phases.run('service', 'starting', async () => {
    await waitUntilReady(service, `${apiUrl}/health/ready`, SERVICE_TIMEOUT_MS);
    return `ready at ${apiUrl}`;
  });

  // Created before the plant, which adds exports for this key.
  const createKey = api('key', 'keys', 'create', '--name', 'npm start');
  env.TELEMETRY_API_KEY = await demoKey(children, options.dataDir, apiUrl, createKey);
  const ownExports = ['--key-from-env', 'TELEMETRY_API_KEY'];

  await phases.run('demo plant', 'adding history', async () => {
    const summary = await children.run({ ...api('demo plant', 'demo', ...ownExports), output: 'stderr' });
    return summary
      .trim()
      .replace(/^demo plant: /, '')
      .replace(/ \([\d.]+ s\)$/, '');
  });
  const live = children.start(api('live demo plant', 'demo', '--live', ...ownExports));

  const workbench = children.start({ ...typescriptServer('workbench', 'workbench/server/main.ts'), env });
  await phases.run('workbench', 'starting', async () => {
    await waitUntilReady(workbench, `${workbenchUrl}/api/health`, WORKBENCH_TIMEOUT_MS);
    return `ready at ${workbenchUrl}`;
  });

  const failed = Promise.race([service, live, workbench].map(async (child) => describeExit(child, await child.exited)));
  return { workbenchUrl, apiUrl, failed };
}

async function demoKey(children: ChildProcesses, dataDir: string, apiUrl: string, create: ChildSpec): Promise<string> {
  const saved = readDemoKey(dataDir);
  if (saved !== undefined && (await isAccepted(apiUrl, saved))) {
    return saved;
  }
  const key = (await children.run(create)).trim();
  saveDemoKey(dataDir, key);
  return key;
}
