import { type ChildProcesses, type ChildSpec, describeExit } from '../processes/childProcesses.ts';
import type { Phases } from '../phases.ts';
import { typescriptServer } from '../processes/typescriptServer.ts';
import { isAccepted, keepDemoKey, readDemoKey } from './demoKey.ts';
import type { StartOptions } from './startOptions.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Stack {
  readonly workbenchUrl: string;
  readonly apiUrl: string;
  /** Resolves when one of its programs has ended without being asked to, with the reason. */
  readonly broken: Promise<string>;
}

/** The first start of the service makes a database; recovery after a power cut may read a lot. */
const SERVICE_PATIENCE_MS = 120_000;
const WORKBENCH_PATIENCE_MS = 30_000;

/**
 * Starts the service on the embedded database, fills in the demo plant, keeps it moving and starts the workbench on it.
 * The plugin and the workbench must be built. Whatever happens, closing `children` ends all of it.
 * @param environment what the programs get, beside the ports; may name the data folder
 * @throws Error for people when a part does not start
 */
export async function startStack(
  children: ChildProcesses,
  options: StartOptions,
  environment: NodeJS.ProcessEnv,
  phases: Phases
): Promise<Stack> {
  const apiUrl = `http://127.0.0.1:${options.apiPort}`;
  const workbenchUrl = `http://127.0.0.1:${options.workbenchPort}`;
  const env: NodeJS.ProcessEnv = {
    ...environment,
    API_HOST: '127.0.0.1',
    API_PORT: String(options.apiPort),
    WORKBENCH_PORT: String(options.workbenchPort),
    TELEMETRY_API_URL: apiUrl,
    // The demo never goes into a database that somebody else uses.
    DATABASE_URL: undefined,
  };
  const api = (name: string, ...args: string[]): ChildSpec => ({
    ...typescriptServer(name, 'telemetry-api/cli.ts', ...args),
    env,
  });

  const service = children.start(api('service', 'serve'));
  await phases.run('service', 'starting', async () => {
    await waitUntilReady(service, `${apiUrl}/health/ready`, SERVICE_PATIENCE_MS);
    return `ready at ${apiUrl}`;
  });

  // Before the plant, which gives every key some exports.
  const createKey = api('key', 'keys', 'create', '--name', 'npm start');
  env.TELEMETRY_API_KEY = await demoKey(children, options.dataDir, apiUrl, createKey);

  await phases.run('demo plant', 'adding history', async () => {
    const summary = await children.run({ ...api('demo plant', 'demo'), output: 'stderr' });
    return summary
      .trim()
      .replace(/^demo plant: /, '')
      .replace(/ \([\d.]+ s\)$/, '');
  });
  const live = children.start(api('live demo plant', 'demo', '--live'));

  const workbench = children.start({ ...typescriptServer('workbench', 'workbench/server/main.ts'), env });
  await phases.run('workbench', 'starting', async () => {
    await waitUntilReady(workbench, `${workbenchUrl}/api/health`, WORKBENCH_PATIENCE_MS);
    return `ready at ${workbenchUrl}`;
  });

  const broken = Promise.race([service, live, workbench].map(async (child) => describeExit(child, await child.exited)));
  return { workbenchUrl, apiUrl, broken };
}

async function demoKey(children: ChildProcesses, dataDir: string, apiUrl: string, create: ChildSpec): Promise<string> {
  const kept = readDemoKey(dataDir);
  if (kept !== undefined && (await isAccepted(apiUrl, kept))) {
    return kept;
  }
  const key = (await children.run(create)).trim();
  keepDemoKey(dataDir, key);
  return key;
}
