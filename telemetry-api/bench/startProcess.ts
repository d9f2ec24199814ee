import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { packageFolder } from '../packageFolder.ts';

/** A server in a child process. */
export interface RunningProcess {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts `serve` as operators do, without a rate limit. */
export async function startService(databaseUrl: string, folder: string): Promise<RunningProcess> {
  return startListening([path.join(packageFolder, 'cli.ts'), 'serve'], {
    DATABASE_URL: databaseUrl,
    TELEMETRY_DATA_DIR: folder,
    API_HOST: '127.0.0.1',
    API_PORT: '0',
    API_RATE_PER_S: '0',
    API_LOG_LEVEL: 'warn',
  });
}

/** Starts the server that pages are compared with. */
export async function startDecodedServer(databaseUrl: string): Promise<RunningProcess> {
  return startListening([path.join(packageFolder, 'bench/children/decodedServer.ts'), databaseUrl], {});
}

/** @throws if it exits before it listens */
async function startListening(args: readonly string[], environment: Environment): Promise<RunningProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: packageFolder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listening on http:\/\/.*:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) {
      return {
        pid: child.pid ?? 0,
        port: Number(port),
        stop: async () => {
          child.kill('SIGTERM');
          await exited;
        },
      };
    }
  }
  throw new Error(`${args.join(' ')} ended before it listened.`);
}
