// npm run load: 200 keys read at saturation while readings are imported, and the database is restarted. See docs/benchmarks.md.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { Ledger } from '../crash/ledger.ts';
import { processMemoryBytes } from '../support/processes/processMemory.ts';
import { formatCount, tableRow } from '../support/tableRow.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { checkExport } from './checkExport.ts';
import { LIVE_ROWS_PER_S } from './liveImport.ts';
import { type Bound, isKept, loadBounds, type Observed, wrongOf } from './loadBounds.ts';
import { ALL, KEY_CLASSES, type LoadKey, type LoadResult, type PlannedRequest } from './clients/loadJob.ts';
import { LoadPlant, MAX_CONCURRENT_PER_KEY } from './loadPlant.ts';
import { pagedLists } from './pagedList.ts';
import { planRequests, readList, readPage, throwIfDifferent } from './planRequests.ts';
import { RetryingClient } from './retryingClient.ts';
import { HISTORY, LIVE_SITE, type PlantTag } from './historicalPlant.ts';

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
/** One of the keys has more connections than a key may use, and does not wait as told. */
const GREEDY = { connections: 2 * MAX_CONCURRENT_PER_KEY, impatientMs: 50 } as const;
const EXPORT_PAUSE_MS = 2000;
const SAMPLE_MS = 1000;
/** Share of the run before the restart of the database. */
const RESTART_AT = 0.4;
const COLUMN_WIDTHS = [56, 12, 10, 10, 10, 10];

interface Outcome {
  readonly result: LoadResult;
  readonly observed: Observed;
  readonly exports: number;
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
  const control = await plant.createKey('control', ALL);
  const client = new RetryingClient(plant.address, control.secret);
  const keys = await createKeys(plant);
  const requests = await planAll(plant, keys);
  const durationMs = minutes * 60_000;

  const live = plant.startImport();
  const clients = plant.startClients({
    ...{ address: plant.address, seed: values.seed, keys, requests },
    maxConcurrentPerKey: MAX_CONCURRENT_PER_KEY,
  });
  const untilMs = performance.now() + durationMs;
  const memoryMiB: number[] = [];
  const sampling = setInterval(
    () => memoryMiB.push((processMemoryBytes(plant.servicePid, 'resident') ?? NaN) / 2 ** 20),
    SAMPLE_MS
  );
  const disturb = async () => {
    await sleep(RESTART_AT * durationMs);
    const restart = await restartBetweenPages(plant, client, () => clients.signal('recovered'));
    await sleep(untilMs - performance.now());
    clearInterval(sampling);
    clients.signal('stop');
    return restart;
  };
  try {
    const [result, restart, exports] = await Promise.all([
      clients.result,
      disturb(),
      exportUntil(untilMs, plant, client, control.id),
    ]);
    await live.finish();
    plant.throwIfServiceEnded();
    return { result, exports, observed: { memoryMiB, restart, ...(await compareStored(plant, live.toMs)) } };
  } finally {
    clearInterval(sampling);
  }
}

/** The requests of each class of keys, compared with what was written. */
async function planAll(plant: LoadPlant, keys: readonly LoadKey[]): Promise<PlannedRequest[][]> {
  const liveRows = (minutes * 60 * LIVE_ROWS_PER_S) / plant.tags.filter(({ site }) => site === LIVE_SITE).length;
  return Promise.all(
    KEY_CLASSES.map((keyClass, index) => {
      const { secret = '' } = keys.find((key) => key.keyClass === index) ?? {};
      return planRequests(keyClass, new RetryingClient(plant.address, secret), plant.tags, liveRows);
    })
  );
}

async function createKeys(plant: LoadPlant): Promise<LoadKey[]> {
  const keys: LoadKey[] = [];
  for (let i = 0; i < keyCount; i++) {
    const keyClass = i % KEY_CLASSES.length;
    const { secret } = await plant.createKey(`load ${i}`, KEY_CLASSES[keyClass] ?? ALL);
    const isGreedy = i === keyCount - 1;
    keys.push({ secret, keyClass, ...(isGreedy ? GREEDY : { connections: Math.ceil(CONNECTIONS / keyCount) }) });
  }
  return keys;
}

/** Restarts the database, and follows cursors from before to the end of their lists. @throws if a row is missing or repeated */
async function restartBetweenPages(
  plant: LoadPlant,
  client: RetryingClient,
  onRecovery: () => void
): Promise<Observed['restart']> {
  const lists = pagedLists(ALL, plant.tags);
  const oneOfEachKind = lists.filter(({ kind }, i) => lists.findIndex((list) => list.kind === kind) === i);
  const begun = await Promise.all(
    oneOfEachKind.map(async (list) => {
      const { page } = await readPage(client, list.kind, list.path);
      return { list, rows: list.rowsOf(page), cursor: page.siguiente ?? '' };
    })
  );
  const restart = await plant.restartDatabase();
  onRecovery();
  await Promise.all(
    begun.map(async ({ list, rows, cursor }) => {
      const rest = await readList(client, list, cursor);
      throwIfDifferent(list, [...rows, ...rest.rows]);
    })
  );
  return restart;
}

/** Writes and downloads one export after the other. @returns how many */
async function exportUntil(untilMs: number, plant: LoadPlant, client: RetryingClient, keyId: string): Promise<number> {
  const historical = plant.tags.filter(({ site }) => site !== LIVE_SITE);
  let exports = 0;
  for (; performance.now() < untilMs; exports++) {
    await checkExport(plant.database, client, keyId, historical[exports % historical.length] as PlantTag);
    await sleep(EXPORT_PAUSE_MS);
  }
  return exports;
}

/** Compares all stored readings, buckets and latest values with what was acknowledged. @throws if the database has anything else */
async function compareStored(
  plant: LoadPlant,
  importedToMs: number
): Promise<Pick<Observed, 'acknowledged' | 'found'>> {
  const ledger = new Ledger();
  for (const { id, site } of plant.tags) {
    const isLive = site === LIVE_SITE;
    ledger.add(id, isLive ? HISTORY.toMs : HISTORY.fromMs, isLive ? importedToMs : HISTORY.toMs);
  }
  const { acknowledged, found, problems } = await plant.database.run((pool) => ledger.compare(pool));
  if (problems.length > 0) {
    throw new Error(`The database has ${problems.join(', ')}.`);
  }
  return { acknowledged, found };
}

/** @returns the exit code */
function report(outcome: Outcome | undefined, failure: string | undefined): number {
  const bounds = outcome === undefined ? [] : loadBounds(outcome.result, outcome.observed);
  if (outcome !== undefined) {
    printOutcome(outcome, bounds);
  }
  if (failure !== undefined) {
    print(`\n${failure}`);
  }
  const exceeded = bounds.filter((bound) => !isKept(bound));
  const isPassed = failure === undefined && outcome !== undefined && exceeded.length === 0;
  const { statuses = {} } = outcome?.result ?? {};
  const requests = Object.values(statuses).reduce((sum, n) => sum + n, 0);
  const wrong = outcome === undefined ? '' : ` ${formatCount(wrongOf(outcome.result))} wrong:`;
  const verdict = isPassed
    ? 'passed'
    : `FAILED: ${exceeded.map(({ what }) => `${what}; `).join('')}repeat with -- --minutes ${minutes} --keys ${keyCount} --seed ${values.seed}`;
  print(`\nload: ${keyCount} keys, ${minutes} min, ${formatCount(requests)} requests,${wrong} ${verdict}`);
  return isPassed ? 0 : 1;
}

function printOutcome({ result, observed, exports }: Outcome, bounds: readonly Bound[]): void {
  print(row('answers, ms', ['count', 'p50', 'p95', 'p99', 'max']));
  for (const { kind, count: n, p50Ms, p95Ms, p99Ms, maxMs } of result.latencies) {
    print(row(kind, [formatCount(n), ...[p50Ms, p95Ms, p99Ms, maxMs].map((ms) => ms.toFixed(0))]));
  }
  print(`\n${row('status', ['count'])}`);
  for (const [status, n] of Object.entries(result.statuses).sort()) {
    print(row(status, [formatCount(n)]));
  }
  const answered = result.latencies.reduce((sum, of) => sum + of.count, 0);
  const { restart, acknowledged } = observed;
  print(
    `\n${formatCount(Math.round(answered / result.seconds))} answers a second; restart of the database: ready after ${((restart.toMs - restart.fromMs) / 1000).toFixed(1)} s; ${formatCount(acknowledged)} rows stored; ${exports} exports`
  );
  for (const [why, n] of Object.entries(result.wrong)) {
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
