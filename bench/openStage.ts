import type { ChildProcesses } from '../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../scripts/processes/typescriptServer.ts';
import type { Stage } from './figures/figure.ts';
import { openLine } from './line.ts';
import { startListening } from './kit/startListening.ts';

const ROUND_TRIP_MS = 50;

/** Serves a data folder like `npm run api -- serve`, with and without latency. The caller closes the children. */
export async function openStage(children: ChildProcesses, dataDir: string, key: string): Promise<Stage> {
  const service = await startListening(children, {
    ...typescriptServer('service', 'telemetry-api/cli.ts', 'serve'),
    env: { ...process.env, ...environment(dataDir) },
  });
  const openLineTo = async (port: number, roundTripMs: number) => {
    const args = [String(port), String(roundTripMs)];
    const proxy = await startListening(children, typescriptServer('delay proxy', 'bench/delayProxy.ts', ...args));
    return (nowEpochMs?: () => number) => openLine(proxy.address, key, nowEpochMs);
  };
  const [openFarLine, openNearLine] = await Promise.all([
    openLineTo(service.port, ROUND_TRIP_MS),
    openLineTo(service.port, 0),
  ]);
  return {
    openFarLine,
    openNearLine,
    openReplayLine: async (responses) => {
      const { address, port } = await startListening(children, typescriptServer('replay', 'bench/replayServer.ts'));
      for (const [request, body] of responses) {
        await fetch(`${address}/${request}`, { method: 'PUT', body });
      }
      return (await openLineTo(port, ROUND_TRIP_MS))();
    },
    serviceUrl: service.address,
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
