import { parseArgs } from 'node:util';
import {
  addressOf,
  citusSteps,
  setUpCitus,
  type SetUpStep,
} from '../telemetry-api/store/database/placement/setUpCitus.ts';

const HELP = `Makes given PostgreSQL servers a Citus cluster and places the history tables on it; see docs/capacity.md.

node --import tsx scripts/citusCluster.ts --coordinator URL --worker URL … [--shards N] [--dry-run]

  --coordinator URL  database on the coordinator, as DATABASE_URL
  --worker URL       database of the same name on a worker, at the address that the other servers use; repeat it for each worker
  --shards N         number of shards (default: two per worker)
  --dry-run          print the statements without running them

All servers need Citus in shared_preload_libraries and the database. It can be repeated: what is done is left alone.
`;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        coordinator: { type: 'string' },
        worker: { type: 'string', multiple: true, default: [] },
        shards: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help || values.coordinator === undefined) {
      process.stdout.write(HELP);
      return values.help ? 0 : 2;
    }
    const shards = Number(values.shards ?? 2 * values.worker.length);
    if (!Number.isInteger(shards) || shards < 1) {
      throw new Error(`--shards must be an integer of 1 or more, not "${values.shards}".`);
    }
    const servers = { coordinatorUrl: values.coordinator, workerUrls: values.worker, shards };
    if (values['dry-run']) {
      citusSteps(servers).forEach(print);
      process.stdout.write('npm run -s api -- placement citus\n');
      return 0;
    }
    const isNew = await setUpCitus(servers, print);
    process.stdout.write(`The history tables are ${isNew ? 'now' : 'already'} managed by citus.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`citusCluster: ${(error as Error).message}\n`);
    return 1;
  }
}

function print({ url, sql }: SetUpStep): void {
  process.stdout.write(`${addressOf(url)}  ${sql}\n`);
}
