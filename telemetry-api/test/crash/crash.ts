// npm run crash: kills every process of the service in the middle of its work, fills its disk and cuts its power, and counts what was
// acknowledged and is lost.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { keyOf, uniform } from '../../demo/signals/random.ts';
import { exportsFolder } from '../../exports/exportFile.ts';
import { LoopDisk, whyNoLoopDisk } from '../support/loopDisk.ts';
import { formatCount } from '../support/tableRow.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { type ChosenFaults, chooseFaults } from './chooseFaults.ts';
import { DATA_DISK_FAULTS, EXPORTS_DISK_FAULTS } from './diskFaults.ts';
import { ExportRun } from './exportRun.ts';
import { checkIndexes, type Comparison } from './ledger.ts';
import { LivePlant } from './livePlant.ts';
import { type Outcome, outcomeTable, verdictOf } from './outcomeTable.ts';
import { type CrashContext, type Fault, KILL_TARGETS } from './killTargets.ts';

interface Options {
  readonly short?: boolean;
  readonly only?: string;
  readonly rounds?: string;
  readonly seed: string;
  readonly unsafe?: boolean;
}

const command = new Command('npm run crash --')
  .description('Disturbs the service in the middle of its work, and counts what was acknowledged and is lost.')
  .option('--short', 'one kill of each kind, and no fault of the disk')
  .option('--only <faults>', 'names of faults, comma-separated')
  .option('--rounds <number>', 'faults of each kind (default: 7 kills, 5 faults of the disk)')
  .option('--seed <number>', 'repeats the order and the moments', String(Date.now() % 2 ** 31))
  .option('--unsafe', "with PostgreSQL's fsync off, a power cut must lose rows: shows that the check finds them");
const values = command.parse().opts<Options>();
const killRounds = Number(values.rounds ?? (values.short ? 1 : 7));
const diskRounds = Number(values.rounds ?? 5);

/** Five batches of the importer, three in the short form. */
const FILE_ROWS = values.short ? 60_000 : 100_000;
/** Larger, so that an import lasts longer than the export of all readings, which has to hit the full disk too. */
const DISK_FILE_ROWS = 300_000;
const DISK_MB = 3000;
const seedKey = keyOf(values.seed);
let draws = 0;
const random = () => uniform(seedKey, draws++);
const folder = makeTestFolder();
const running: { disk?: LoopDisk; plant?: LivePlant } = {};

process.exitCode = await main();

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    print('crash: skipped, because it finds the processes of the database in /proc, which only Linux has');
    return 0;
  }
  const { killTargets, diskFaults } = chosenFaults();
  const whyNoDisk = diskFaults.length > 0 ? whyNoLoopDisk() : undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('interrupted'));
    // Also the second one: what is mounted has to be unmounted.
    process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  });
  const outcomes: Outcome[] = [];
  let failure: string | undefined;
  print(`seed ${values.seed}\n`);
  try {
    await Promise.race([disturb(killTargets, whyNoDisk === undefined ? diskFaults : [], outcomes), interrupted]);
  } catch (error) {
    failure = (error as Error).message;
  } finally {
    await end();
    rmSync(folder, { recursive: true, force: true });
  }
  const skipped = whyNoDisk === undefined ? '' : `; skipped: ${diskFaults.join(', ')} (${whyNoDisk})`;
  return report(outcomes, failure, skipped);
}

/** Ends the command if it names an unknown fault. */
function chosenFaults(): ChosenFaults {
  try {
    return chooseFaults(values.only, values.short === true);
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}

async function disturb(
  killTargets: readonly string[],
  diskFaults: readonly string[],
  outcomes: Outcome[]
): Promise<void> {
  const kills = pick(KILL_TARGETS, killTargets);
  if (kills.length > 0) {
    await disturbPlant(makeFolder('plant'), FILE_ROWS, {}, kills, killRounds, outcomes);
  }
  const dataDiskFaults = pick(DATA_DISK_FAULTS, diskFaults);
  if (dataDiskFaults.length > 0) {
    const disk = makeDisk();
    await disturbPlant(disk.folder, DISK_FILE_ROWS, { disk }, dataDiskFaults, diskRounds, outcomes);
  }
  const exportsDiskFaults = pick(EXPORTS_DISK_FAULTS, diskFaults);
  if (exportsDiskFaults.length > 0) {
    const disk = makeDisk();
    const plantFolder = makeFolder('plant-of-exports');
    symlinkSync(disk.folder, exportsFolder(plantFolder));
    await disturbPlant(plantFolder, FILE_ROWS, { disk }, exportsDiskFaults, diskRounds, outcomes);
  }
}

function makeFolder(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made, { mode: 0o755 });
  return made;
}

function makeDisk(): LoopDisk {
  return (running.disk = new LoopDisk(folder, DISK_MB));
}

async function disturbPlant<X>(
  plantFolder: string,
  fileRows: number,
  extra: X,
  faults: ReadonlyArray<readonly [string, Fault<CrashContext & X>]>,
  rounds: number,
  outcomes: Outcome[]
): Promise<void> {
  const plant = new LivePlant(plantFolder, folder, fileRows);
  running.plant = plant;
  await plant.create();
  if (values.unsafe) {
    await plant.query('ALTER SYSTEM SET fsync = off');
    await plant.query('SELECT pg_reload_conf()');
  }
  let before: Pick<Comparison, 'acknowledged' | 'found'> = { acknowledged: 0, found: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const [name, fault] of shuffled(faults)) {
      const startedMs = performance.now();
      await faultDuringWork(plant, (context) => fault({ ...context, ...extra }));
      const now = await plant.withDatabase((pool) => plant.ledger.compare(pool));
      const acknowledged = now.acknowledged - before.acknowledged;
      outcomes.push({ fault: name, acknowledged, found: now.found - before.found });
      before = now;
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      print(`${seconds.padStart(6)} s  ${name}: ${formatCount(acknowledged)} rows acknowledged`);
      if (now.problems.length > 0) {
        throw new Error(`The database has ${now.problems.join(', ')}.`);
      }
    }
  }
  await plant.withDatabase(checkIndexes);
  await end();
}

/** Repeated until the fault occurred before what it disturbs had ended. */
async function faultDuringWork(plant: LivePlant, fault: Fault): Promise<void> {
  for (let isDisturbed = false; !isDisturbed;) {
    plant.startImport();
    const exported = new ExportRun(plant, false);
    await exported.queue();
    await plant.untilImported(0.6 * random());
    await sleep(150 * random());
    isDisturbed = await fault({ plant, exported, folder, random });
    await plant.finishImport();
    await plant.untilWritten();
    await exported.check();
  }
}

/** Ends all programs and removes the disk: first the disk, because its suspended processes end by SIGKILL only. */
async function end(): Promise<void> {
  const { disk, plant } = running;
  await disk?.close();
  await plant?.close();
  delete running.disk;
  delete running.plant;
}

/** @returns the exit code */
function report(outcomes: readonly Outcome[], failure: string | undefined, skipped: string): number {
  print(`\n${outcomeTable(outcomes)}`);
  if (failure !== undefined) {
    print(`\n${failure}`);
  }
  const options = [
    values.short ? ['--short'] : [],
    values.only === undefined ? [] : ['--only', `'${values.only}'`],
    values.unsafe ? ['--unsafe'] : [],
    values.rounds === undefined ? [] : ['--rounds', values.rounds],
    ['--seed', values.seed],
  ].flat();
  const { isPassed, line } = verdictOf(outcomes, failure, options.join(' '), skipped);
  print(`\n${line}`);
  return isPassed ? 0 : 1;
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Array<readonly [string, T]> {
  return Object.entries(all).filter(([name]) => names.includes(name));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
