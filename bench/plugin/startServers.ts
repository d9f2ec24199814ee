import type { ChildProcesses } from '../../scripts/processes/childProcesses.ts';
import { typescriptServer } from '../../scripts/processes/typescriptServer.ts';
import type { BenchServers } from './figures/figure.ts';
import { openConnection } from './apiConnection.ts';
import { startListening } from '../kit/startListening.ts';

const ROUND_TRIP_MS = 50;

/** Serves a data folder like `npm run api -- serve`, with and without latency. The caller closes the children. */
export async function startServers(children: ChildProcesses, dataDir: string, key: string): Promise<BenchServers> {
  const service = await startListening(children, {
    ...typescriptServer('service', 'telemetry-api/cli.ts', 'serve'),
    env: { ...process.env, ...environment(dataDir) },
  });
  const openConnectionTo = async (port: number, roundTripMs: number) => {
    const args = [String(port), String(roundTripMs)];
    const proxy = await startListening(
      children,
      typescriptServer('delay proxy', 'bench/plugin/delayProxy.ts', ...args)
    );
    return (nowEpochMs?: () => number) => openConnection(proxy.address, key, nowEpochMs);
  };
  const [openDistantConnection, openNearConnection] = await Promise.all([
    openConnectionTo(service.port, ROUND_TRIP_MS),
    openConnectionTo(service.port, 0),
  ]);
  return {
    openDistantConnection,
    openNearConnection,
    openReplayConnection: async (responses) => {
      const { address, port } = await startListening(
        children,
        typescriptServer('replay', 'bench/plugin/replayServer.ts')
      );
      for (const [request, body] of responses) {
        await fetch(`${address}/${request}`, { method: 'PUT', body });
      }
      return (await openConnectionTo(port, ROUND_TRIP_MS))();
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
