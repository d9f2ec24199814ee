import { type ApiAccess, readApi } from './apiAccess.ts';
import type { ComposeStack } from './composeStack.ts';

const SERVICES = ['service', 'service-2'] as const;
const WORKERS = ['worker-1', 'worker-2'] as const;
const ALL_ANSWER = 'telemetry_store_up{database="workers"} 1';
/** More than the proxy would send to one of its services in turn. */
const REQUESTS = 6;

/** The certificate of the proxy of docker/citus.yaml. */
export function readCertificate(stack: ComposeStack): Promise<string> {
  return stack.execute('proxy', 'cat', '/tmp/tls/tls.crt');
}

/**
 * What docker/citus.yaml adds: each worker has a part of the history, each service its metrics, and one of them is enough.
 * @returns what is wrong, in sentences
 */
export async function findClusterFaults(stack: ComposeStack, api: ApiAccess, key: string): Promise<string[]> {
  const faults: string[] = [];
  const shards = await stack.execute(
    'postgres',
    ...['psql', '--username=telemetry', '--tuples-only', '--no-align', '--command'],
    `SELECT DISTINCT nodename FROM citus_shards WHERE table_name::text LIKE 'reading%' AND shard_size > 0 ORDER BY 1`
  );
  const holders = shards.trim().split('\n');
  if (WORKERS.some((worker) => !holders.includes(worker))) {
    faults.push(`Readings are on ${holders.join(', ')} instead of ${WORKERS.join(', ')}.`);
  }
  const operatorKey = (
    await stack.execute(
      'service',
      ...['node', 'telemetry-api/dist/cli.js', 'keys', 'create'],
      ...['--name', 'test', '--family', 'operator']
    )
  ).trim();
  for (const service of SERVICES) {
    const { status, text } = await readApi(api, `/metrics/${service}`, operatorKey);
    if (status !== 200 || !text.includes(ALL_ANSWER)) {
      faults.push(`The metrics of ${service} have status ${status} and not "${ALL_ANSWER}".`);
    }
  }
  await stack.kill(SERVICES[0]);
  for (let request = 1; request <= REQUESTS; request++) {
    const { status } = await readApi(api, '/v1/dispositivos?limite=1', key);
    if (status !== 200) {
      faults.push(`Without ${SERVICES[0]}, request ${request} has status ${status}.`);
    }
  }
  return faults;
}
