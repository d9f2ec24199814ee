// npm run load: 200 keys read at saturation while readings are imported, and the database is restarted. See docs/benchmarks.md.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { processMemoryBytes } from '../support/processes/processMemory.ts';
import { formatCount, tableRow } from '../support/tableRow.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { type Bound, isKept, loadBounds, type Observed, wrongOf } from './loadBounds.ts';
import { LoadClients, type LoadKey } from './loadClients.ts';
import { LoadPlant, MAX_CONCURRENT_PER_KEY } from './loadPlant.ts';
import { percentile } from './percentile.ts';
import { planRequests } from './planRequests.ts';
import { SITES } from './plantData.ts';

interface Options {
  readonly short?: boolean;
  readonly minutes?: number;
  readonly keys?: number;
  readonly seed: string;
}

/** With fewer, each would have more connections than a key may use. */
const MIN_KEYS = 40;

const values = new Command('npm run load --')
  .description('Reads with many keys at saturation while readings are imported, and restarts the database.')
  .option('--short', '50 keys for a few seconds')
  .option('--minutes <number>', 'duration (default: 10)', (text) => readNumber(text, 0.1, 1440))
  .option('--keys <number>', 'number of keys (default: 200)', (text) => readNumber(text, MIN_KEYS, 400))
  .option('--seed <number>', 'repeats the order of the requests', String(Date.now() % 2 ** 31))
  .parse()
  .opts<Options>();
const minutes = values.minutes ?? (values.short ? 0.2 : 10);
const keyCount = values.keys ?? (values.short ? 50 : 200);

/** Of all keys but the greedy one: twice the slots of the service, so that half of its clients are rejected. */
const CONNECTIONS = 400;
/** Keys are created in turn of each site, and of all of them. */
const SITES_OF_KEYS = [...SITES, null];
const SAMPLE_MS = 1000;
/** Share of the run before the restart of the database. */
const RESTART_AT = 0.4;
const COLUMN_WIDTHS = [56, 12, 10, 10, 10, 10];

interface Outcome {
  readonly clients: LoadClients;
  readonly observed: Observed;
}

const folder = makeTestFolder();
let running: LoadPlant | undefined;

// What waits for the end of the run must not delay that of a failed one.
process.exit(await main());

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    print('load: skipped, because it reads the memory of the service in /proc, which only Linux has');
    return 0;
  }
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('interrupted'));
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
  let outcome: Outcome | undefined;
  let failure: string | undefined;
  print(`${keyCount} keys, ${minutes} min, seed ${values.seed}\n`);
  try {
    outcome = await Promise.race([putUnderLoad(), interrupted]);
  } catch (error) {
    failure = (error as Error).message;
  } finally {
    await running?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return report(outcome, failure);
}

async function putUnderLoad(): Promise<Outcome> {
  const plantFolder = path.join(folder, 'plant');
  mkdirSync(plantFolder, { mode: 0o755 });
  const plant = new LoadPlant(plantFolder);
  running = plant;
  await plant.create();
  const clients = new LoadClients(plant.address, values.seed, await createKeys(plant));
  const durationMs = minutes * 60_000;

  const live = plant.startImport();
  const untilMs = performance.now() + durationMs;
  const memoryMiB: number[] = [];
  const sampling = setInterval(
    () => memoryMiB.push((processMemoryBytes(plant.servicePid, 'resident') ?? NaN) / 2 ** 20),
    SAMPLE_MS
  );
  const disturb = async () => {
    await sleep(RESTART_AT * durationMs);
    const restart = await plant.restartDatabase();
    clients.onRestart();
    await sleep(untilMs - performance.now());
    clearInterval(sampling);
    clients.stop();
    return restart;
  };
  try {
    const [restart] = await Promise.all([disturb(), clients.run()]);
    await live.finish();
    plant.throwIfServiceEnded();
    return { clients, observed: { memoryMiB, restart, imported: live.rows, stored: await plant.countLiveRows() } };
  } finally {
    clearInterval(sampling);
  }
}

async function createKeys(plant: LoadPlant): Promise<LoadKey[]> {
  const requestsOf = new Map<string | null, LoadKey['requests']>();
  const keys: LoadKey[] = [];
  for (let i = 0; i < keyCount; i++) {
    const site = SITES_OF_KEYS[i % SITES_OF_KEYS.length] ?? null;
    const secret = await plant.createKey(`load ${i}`, site);
    const requests = requestsOf.get(site) ?? (await planRequests(plant.address, secret, site, plant.tags));
    requestsOf.set(site, requests);
    const isGreedy = i === keyCount - 1;
    const connections = isGreedy ? 2 * MAX_CONCURRENT_PER_KEY : Math.ceil(CONNECTIONS / keyCount);
    keys.push({ secret, connections, isGreedy, requests });
  }
  return keys;
}

/** @returns the exit code */
function report(outcome: Outcome | undefined, failure: string | undefined): number {
  const bounds = outcome === undefined ? [] : loadBounds(outcome.clients, outcome.observed);
  if (outcome !== undefined) {
    printOutcome(outcome, bounds);
  }
  if (failure !== undefined) {
    print(`\n${failure}`);
  }
  const exceeded = bounds.filter((bound) => !isKept(bound));
  const isPassed = failure === undefined && outcome !== undefined && exceeded.length === 0;
  const { statuses = {} } = outcome?.clients ?? {};
  const requests = Object.values(statuses).reduce((sum, n) => sum + n, 0);
  const wrong = outcome === undefined ? '' : ` ${formatCount(wrongOf(outcome.clients))} wrong:`;
  const verdict = isPassed
    ? 'passed'
    : `FAILED: ${exceeded.map(({ what }) => `${what}; `).join('')}repeat with -- --minutes ${minutes} --keys ${keyCount} --seed ${values.seed}`;
  print(`\nload: ${keyCount} keys, ${minutes} min, ${formatCount(requests)} requests,${wrong} ${verdict}`);
  return isPassed ? 0 : 1;
}

function printOutcome({ clients, observed }: Outcome, bounds: readonly Bound[]): void {
  print(row('answers, ms', ['count', 'p50', 'p95', 'p99', 'max']));
  for (const [kind, durationsMs] of clients.durationsMs) {
    const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(durationsMs, share).toFixed(0));
    print(row(kind, [formatCount(durationsMs.length), ...figures]));
  }
  print(`\n${row('status', ['count'])}`);
  for (const [status, n] of Object.entries(clients.statuses).sort()) {
    print(row(status, [formatCount(n)]));
  }
  const answered = [...clients.durationsMs.values()].reduce((sum, { length }) => sum + length, 0);
  const { restart, stored } = observed;
  print(
    `\n${formatCount(Math.round(answered / (minutes * 60)))} answers a second; restart of the database: ready after ${((restart.toMs - restart.fromMs) / 1000).toFixed(1)} s; ${formatCount(stored)} rows imported`
  );
  for (const [why, n] of Object.entries(clients.wrong)) {
    print(`wrong: ${formatCount(n)} times ${why}`);
  }
  print(`\n${row('bound', ['value', 'limit', 'result'])}`);
  for (const bound of bounds) {
    const { what, value, limit, is } = bound;
    const digits = Number.isInteger(value) ? 0 : 2;
    print(
      row(what, [value.toFixed(digits), `${is === 'at most' ? '≤' : '≥'} ${limit}`, isKept(bound) ? 'ok' : 'EXCEEDED'])
    );
  }
}

/** @throws InvalidArgumentError that says what is allowed */
function readNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) {
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
  }
  return value;
}

function row(first: string, rest: readonly string[]): string {
  return tableRow(COLUMN_WIDTHS, [first, ...rest]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
