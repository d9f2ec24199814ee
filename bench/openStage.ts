import type { ChildProcesses } from '../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../scripts/processes/typescriptServer.ts';
import type { Stage } from './figures/figure.ts';
import { openLine } from './line.ts';
import { startListening } from './startListening.ts';

const ROUND_TRIP_MS = 50;

/** Serves a data folder like `npm run api -- serve`, with and without latency. The caller closes the children. */
export async function openStage(children: ChildProcesses, dataDir: string, key: string): Promise<Stage> {
  const service = await startListening(children, {
    ...typescriptServer('service', 'telemetry-api/cli.ts', 'serve'),
    env: { ...process.env, ...environment(dataDir) },
  });
  const startProxy = (roundTripMs: number) => {
    const args = [new URL(service).port, String(roundTripMs)];
    return startListening(children, typescriptServer('delay proxy', 'bench/delayProxy.ts', ...args));
  };
  const [far, near] = await Promise.all([startProxy(ROUND_TRIP_MS), startProxy(0)]);
  return {
    openFarLine: () => openLine(far, key),
    openNearLine: (nowEpochMs) => openLine(near, key, nowEpochMs),
    serviceUrl: service,
    key,
    roundTripMs: ROUND_TRIP_MS,
  };
}

/** The defaults, on any free port, without the rate limit of API keys. */
function environment(dataDir: string): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: '',
    TELEMETRY_DATA_DIR: dataDir,
    API_HOST: '127.0.0.1',
    API_PORT: '0',
    API_RATE_PER_S: '0',
  };
}
