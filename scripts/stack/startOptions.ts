import path from 'node:path';

export interface StartOptions {
  readonly workbenchPort: number;
  readonly apiPort: number;
  /** Absolute path; contains the embedded database and the demo key. */
  readonly dataDir: string;
}

export function workbenchAddress({ workbenchPort }: Pick<StartOptions, 'workbenchPort'>): string {
  return `http://127.0.0.1:${workbenchPort}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads WORKBENCH_PORT, API_PORT and TELEMETRY_DATA_DIR.
 * @param repositoryRoot parent of the default data folder
 * @throws Error with the variable and its valid values
 */
export function readStartOptions(env: Environment, repositoryRoot: string): StartOptions {
  const options = {
    workbenchPort: readPort(env, 'WORKBENCH_PORT', 3310),
    apiPort: readPort(env, 'API_PORT', 8310),
    dataDir: path.resolve(env.TELEMETRY_DATA_DIR || path.join(repositoryRoot, '.telemetry')),
  };
  if (options.workbenchPort === options.apiPort) {
    throw new Error(`WORKBENCH_PORT and API_PORT are both ${options.apiPort}; they must differ.`);
  }
  return options;
}

function readPort(env: Environment, variable: string, defaultPort: number): number {
  const text = env[variable] || String(defaultPort);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new Error(`${variable} is "${text}"; it must be a whole number from 1 to 65535.`);
  }
  return port;
}
