// npm run crash: kills every process of the service in the middle of its work, and counts what was acknowledged and is lost.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keyOf, uniform } from '../../demo/signals/random.ts';
import { makeTestFolder } from '../support/testDatabase.ts';
import { ExportRun } from './exportRun.ts';
import { checkIndexes, type Comparison } from './ledger.ts';
import { LivePlant } from './livePlant.ts';
import { type Kill, VICTIMS } from './victims.ts';

const { values } = parseArgs({
  options: {
    /** One kill of each kind. */
    short: { type: 'boolean', default: false },
    /** Kills of each kind. */
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 1 : 7));

interface Outcome {
  readonly victim: string;
  /** Rows acknowledged in this round, and how many of all rows more than before are found. */
  readonly acknowledged: number;
  readonly found: number;
}

/** Five batches of the importer, three in the short form. */
const FILE_ROWS = values.short ? 60_000 : 100_000;
const COLUMN_WIDTHS = [24, 7, 15, 15, 8];
const seedKey = keyOf(values.seed);
let draws = 0;
const random = () => uniform(seedKey, draws++);
const folder = makeTestFolder();
let running: LivePlant | undefined;

process.exitCode = await main();

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    print('crash: skipped, because it finds the processes of the database in /proc, which only Linux has');
    return 0;
  }
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('interrupted'));
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
  const outcomes: Outcome[] = [];
  let failure: string | undefined;
  print(`${rounds} kills of each kind, seed ${values.seed}\n`);
  try {
    await Promise.race([killAllKinds(outcomes), interrupted]);
  } catch (error) {
    failure = (error as Error).message;
  } finally {
    await running?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return report(outcomes, failure);
}

async function killAllKinds(outcomes: Outcome[]): Promise<void> {
  const plantFolder = path.join(folder, 'plant');
  mkdirSync(plantFolder, { mode: 0o755 });
  const plant = new LivePlant(plantFolder, FILE_ROWS);
  running = plant;
  await plant.create();
  let before: Pick<Comparison, 'acknowledged' | 'found'> = { acknowledged: 0, found: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const [victim, kill] of shuffled(Object.entries(VICTIMS))) {
      const startedMs = performance.now();
      await killDuringWork(plant, kill);
      const now = await plant.withDatabase((pool) => plant.ledger.compare(pool));
      const acknowledged = now.acknowledged - before.acknowledged;
      outcomes.push({ victim, acknowledged, found: now.found - before.found });
      before = now;
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      print(`${seconds.padStart(6)} s  ${victim}: ${count(acknowledged)} rows acknowledged`);
      if (now.problems.length > 0) {
        throw new Error(`The database has ${now.problems.join(', ')}.`);
      }
    }
  }
  await plant.withDatabase(checkIndexes);
}

/** Repeated until the victim was killed before it had ended. */
async function killDuringWork(plant: LivePlant, kill: Kill): Promise<void> {
  for (let isKilled = false; !isKilled;) {
    plant.startImport();
    const exported = new ExportRun(plant, false);
    await exported.queue();
    await plant.untilImported(0.6 * random());
    await sleep(150 * random());
    isKilled = await kill({ plant, folder, random });
    await plant.finishImport();
    await plant.untilWritten();
    await exported.check();
  }
}

/** @returns the exit code */
function report(outcomes: readonly Outcome[], failure: string | undefined): number {
  const sum = (of: readonly Outcome[], field: 'acknowledged' | 'found') =>
    of.reduce((total, one) => total + one[field], 0);
  print(`\n${row('killed', ['times', 'acknowledged', 'found', 'lost'])}`);
  for (const victim of new Set(outcomes.map((one) => one.victim))) {
    const of = outcomes.filter((one) => one.victim === victim);
    const [acknowledged, found] = [sum(of, 'acknowledged'), sum(of, 'found')];
    print(row(victim, [of.length, acknowledged, found, acknowledged - found].map(count)));
  }
  const acknowledged = sum(outcomes, 'acknowledged');
  const lost = acknowledged - sum(outcomes, 'found');
  const isPassed = failure === undefined && lost === 0 && outcomes.length > 0;
  if (failure !== undefined) {
    print(`\n${failure}`);
  }
  const verdict = isPassed
    ? 'passed'
    : `FAILED: repeat with -- ${values.short ? '--short ' : ''}--rounds ${rounds} --seed ${values.seed}`;
  print(`\ncrash: ${outcomes.length} kills, ${count(acknowledged)} rows acknowledged, ${count(lost)} lost: ${verdict}`);
  return isPassed ? 0 : 1;
}

function row(first: string, rest: readonly string[]): string {
  return [first, ...rest]
    .map((text, i) => (i === 0 ? text.padEnd(COLUMN_WIDTHS[0] ?? 0) : text.padStart(COLUMN_WIDTHS[i] ?? 0)))
    .join('');
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
