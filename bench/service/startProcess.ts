import { type ListeningServer, startListening } from '../kit/startListening.ts';
import { ChildProcesses, type ChildSpec } from '../../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../../scripts/processes/typescriptServer.ts';

export interface RunningServer extends ListeningServer {
  stop(): Promise<void>;
}

/** Starts `serve` as operators do, without a rate limit. */
export async function startService(databaseUrl: string, folder: string): Promise<RunningServer> {
  return start(typescriptServer('service', 'telemetry-api/cli.ts', 'serve'), {
    DATABASE_URL: databaseUrl,
    TELEMETRY_DATA_DIR: folder,
    API_HOST: '127.0.0.1',
    API_PORT: '0',
    API_RATE_PER_S: '0',
    API_LOG_LEVEL: 'warn',
  });
}

/** Starts the server that pages are compared with. */
export async function startDecodedServer(databaseUrl: string): Promise<RunningServer> {
  return start(typescriptServer('decoding server', 'bench/service/children/decodedServer.ts', databaseUrl));
}

/** @throws if it exits before it listens */
async function start(spec: ChildSpec, environment: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const children = new ChildProcesses();
  const env = { PATH: process.env.PATH, ...environment };
  const server = await startListening(children, { ...spec, env, output: 'stderr' });
  return { ...server, stop: () => children.close() };
}
