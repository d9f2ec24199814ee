import { Command, InvalidArgumentError } from 'commander';
import { readDatabaseOptions } from '../config/config.ts';
import { requireDatabaseUrl } from '../config/databaseUrl.ts';
import { DAY_MS } from '../durations.ts';
import {
  citusServer,
  describeCitusPlan,
  type CitusServer,
  type CitusStep,
} from '../store/database/placement/citusPlan.ts';
import { applyPlacement, PLACEMENTS } from '../store/database/placement/placement.ts';
import { changeShards, rebalance } from '../store/database/placement/rebalance.ts';
import { joinCitus, prepareCitus } from '../store/database/placement/setUpCitus.ts';
import { ensurePartitions } from '../store/readings/partitions.ts';
import { withProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

/** New partitions wait while a shard moves. */
const DAYS_AHEAD = 14;

const [TIMESCALEDB, CITUS] = PLACEMENTS;

/** `placement`: moves from one PostgreSQL server to several, see docs/capacity.md. */
export function placementCommand(): Command {
  return new Command('placement')
    .description('let a database extension manage the history tables; stop all other commands first')
    .addCommand(noneCommand())
    .addCommand(timescaleCommand())
    .addCommand(citusCommand());
}

/** For a stack whose command is the same with and without an extension. */
function noneCommand(): Command {
  return new Command('none').description('change nothing').action(() => say('The history tables stay as they are.'));
}

function timescaleCommand(): Command {
  return new Command(TIMESCALEDB).description('make hypertables of readings and 1m buckets').action(() =>
    withDatabase(async ({ pool }) => {
      const isNew = await withProgress((onProgress) => applyPlacement(pool, TIMESCALEDB, onProgress));
      say(
        `The history tables are ${isNew ? 'now' : 'already'} managed by ${TIMESCALEDB}${isNew ? '' : '; nothing was changed'}.`
      );
    })
  );
}

interface CitusOptions {
  readonly coordinator?: string;
  readonly worker: readonly string[];
  readonly shards?: number;
  readonly dryRun?: boolean;
}

function citusCommand(): Command {
  return new Command(CITUS)
    .description('divide the history among several PostgreSQL servers, or add workers to them')
    .option('--coordinator <url>', 'database on the coordinator (default: DATABASE_URL)')
    .option('--worker <url>', 'database of the same name on a worker; repeat it for each', collect, [])
    .option('--shards <n>', 'parts of the history (default: two per worker)', parseShards)
    .option('--dry-run', 'check all servers, and print what would be done')
    .addHelpText(
      'after',
      `
Each URL has the host and port at which the other servers reach that server. For passwords, use PGPASSWORD: a command's arguments are
visible to other users. All servers need Citus in shared_preload_libraries, a superuser, and the database; each step can be repeated.
Workers that are added later get their share of the shards, while the service and its imports go on.`
    )
    .action(placeOnCitus);
}

async function placeOnCitus({ coordinator, worker, shards, dryRun = false }: CitusOptions): Promise<void> {
  const databaseUrl = coordinator ?? readDatabaseOptions(process.env).databaseUrl;
  if (databaseUrl === undefined) {
    throw new Error('Citus needs servers of its own: name the coordinator by --coordinator or DATABASE_URL.');
  }
  const servers = {
    coordinator: parseServer(databaseUrl, coordinator === undefined ? 'DATABASE_URL' : '--coordinator'),
    workers: worker.map((url, i) => parseServer(url, worker.length === 1 ? '--worker' : `--worker number ${i + 1}`)),
  };
  const plan = await prepareCitus({ ...servers, shards });
  describeCitusPlan(plan).forEach(say);
  const print = ({ server, sql }: CitusStep) => say(`${server.address}  ${sql}`);
  if (dryRun) {
    plan.steps.forEach(print);
    say('Nothing was changed because of --dry-run.');
    return;
  }
  await joinCitus(plan, print);
  await withDatabase(
    async ({ pool }, signal) => {
      if (!plan.isPlaced) {
        await withProgress((onProgress) => applyPlacement(pool, CITUS, onProgress));
        say('The history tables are now managed by citus.');
        return;
      }
      if (plan.changesShards) {
        await withProgress((onProgress) => changeShards(pool, plan.shards, onProgress));
        say(`The history has ${plan.shards} shards now.`);
      }
      const today = Math.floor(Date.now() / DAY_MS);
      await ensurePartitions(
        pool,
        Array.from({ length: DAYS_AHEAD }, (_, i) => today + i)
      );
      const moves = await withProgress((onProgress) => rebalance(pool, plan.transfer, signal, onProgress));
      say(
        moves === 0
          ? 'All workers have their share of the shards.'
          : 'The shards were moved: all workers have their share.'
      );
    },
    { databaseUrl }
  );
}

function parseServer(url: string, option: string): CitusServer {
  const server = citusServer(requireDatabaseUrl(url, option));
  if (server.host === '' || server.database === '') {
    throw new Error(`${option} must have a host, at which the other servers reach it, and the name of a database.`);
  }
  return server;
}

function collect(url: string, urls: readonly string[]): string[] {
  return [...urls, url];
}

function parseShards(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('Must be an integer from 1 to 9999.');
  }
  return Number(text);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
