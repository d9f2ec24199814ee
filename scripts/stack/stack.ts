import { type ChildProcesses, type ChildSpec, describeExit, type RunningChild } from '../processes/childProcesses.ts';
import type { Phases } from '../phases.ts';
import { typescriptServer } from '../processes/typescriptServer.ts';
import { isAccepted, saveDemoKey, readDemoKey } from './demoKey.ts';
import { type StartOptions, workbenchAddress } from './startOptions.ts';
import { waitUntilReady } from './waitUntilReady.ts';

/** The service with the demo plant. */
export interface Plant {
  readonly apiUrl: string;
  /** For which the plant has exports. */
  readonly apiKey: string;
  /** Resolves with the reason when one of the programs ends unexpectedly. */
  readonly failed: Promise<string>;
}

export interface Stack extends Plant {
  readonly workbenchUrl: string;
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
  const plant = await startPlant(children, options, environment, phases);
  const workbenchUrl = workbenchAddress(options);
  const workbench = children.start({
    ...typescriptServer('workbench', 'workbench/server/main.ts'),
    env: {
      ...environment,
      WORKBENCH_PORT: String(options.workbenchPort),
      TELEMETRY_API_URL: plant.apiUrl,
      TELEMETRY_API_KEY: plant.apiKey,
    },
  });
  await phases.run('workbench', 'starting', async () => {
    await waitUntilReady(workbench, `${workbenchUrl}/api/health`, WORKBENCH_TIMEOUT_MS);
    return `ready at ${workbenchUrl}`;
  });
  const failed = Promise.race([plant.failed, whenEnded(workbench)]);
  return { ...plant, workbenchUrl, failed };
}

/**
 * Starts the service with the embedded database and the demo plant with live data. Closing `children` stops everything, also after an error.
 * @param environment the environment of the programs, to which ports and addresses are added
 * @throws Error for display if a program does not start
 */
export async function startPlant(
  children: ChildProcesses,
  options: Pick<StartOptions, 'apiPort' | 'dataDir'>,
  environment: NodeJS.ProcessEnv,
  phases: Phases
): Promise<Plant> {
  const apiUrl = `http://127.0.0.1:${options.apiPort}`;
  const env: NodeJS.ProcessEnv = {
    ...environment,
    API_HOST: '127.0.0.1',
    API_PORT: String(options.apiPort),
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
  const apiKey = await demoKey(children, options.dataDir, apiUrl, createKey);
  env.TELEMETRY_API_KEY = apiKey;
  const ownExports = ['--key-from-env', 'TELEMETRY_API_KEY'];

  await phases.run('demo plant', 'adding history', async () => {
    const summary = await children.run({ ...api('demo plant', 'demo', ...ownExports), output: 'stderr' });
    return summary
      .trim()
      .replace(/^demo plant: /, '')
      .replace(/ \([\d.]+ s\)$/, '');
  });
  const live = children.start(api('live demo plant', 'demo', '--live', ...ownExports));

  return { apiUrl, apiKey, failed: Promise.race([service, live].map(whenEnded)) };
}

async function whenEnded(child: RunningChild): Promise<string> {
  return describeExit(child, await child.exited);
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
