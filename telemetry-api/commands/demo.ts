import { Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { readDatabaseOptions, readDataDir } from '../config.ts';
import { MOST_HISTORY_DAYS } from '../demo/countersStart.ts';
import { demoExports } from '../demo/demoExports.ts';
import { runLive } from '../demo/liveTicks.ts';
import { sampleCsv } from '../demo/sampleCsv.ts';
import { type SeededPlant, seedPlant } from '../demo/seedPlant.ts';
import type { Database } from '../store/database.ts';
import { shrinkWal } from '../store/embedded/shrinkWal.ts';
import { describeError } from './describeError.ts';
import { startProgress } from './progress.ts';
import { withDatabase } from './withDatabase.ts';

interface DemoOptions {
  readonly days: number;
  readonly live?: boolean;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('make a believable plant with its history; run again, it fills in what has been missed since')
    .option('--live', 'keep it moving afterwards, until Ctrl-C')
    .option('--days <n>', 'length of the history of a new plant; the same number each time', parseDays, 45)
    .addHelpText('after', WHAT_IS_MADE)
    .addCommand(sampleCsvCommand())
    .action((options: DemoOptions) => withDatabase((database, signal) => runDemo(database, signal, options)));
}

async function runDemo({ pool }: Database, signal: AbortSignal, options: DemoOptions): Promise<void> {
  const progress = startProgress();
  const startedMs = Date.now();
  const plant = await seedPlant(pool, {
    nowMs: startedMs,
    historyDays: options.days,
    signal,
    onProgress: (share, readings) =>
      progress.update(() => {
        const perSecond = Math.round(readings / ((Date.now() - startedMs) / 1000));
        return `demo plant: ${Math.floor(share * 100)} % of its history, ${count(readings)} readings, ${count(perSecond)}/s`;
      }),
  }).finally(() => progress.end());
  if (plant.isNew && readDatabaseOptions(process.env).databaseUrl === undefined) {
    await shrinkWal(pool);
  }
  const giveExports = () => demoExports(pool, plant.series, readDataDir(process.env), Date.now());
  const newExports = await giveExports();
  process.stdout.write(`${summary(plant, newExports, Date.now() - startedMs)}\n`);
  if (options.live) {
    process.stderr.write('The plant keeps moving; Ctrl-C ends it.\n');
    await runLive(pool, plant.series, plant.alerts, {
      signal,
      // A key that was made meanwhile gets its exports too.
      everyMinute: async () => void (await giveExports()),
      onOutage: (error) =>
        process.stderr.write(`The database does not answer (${describeError(error)}); trying again.\n`),
      onRecovery: (seconds) =>
        process.stderr.write(`The database is back; the ${seconds} s it was away are filled in.\n`),
    });
  }
}

function summary(plant: SeededPlant, newExports: number, tookMs: number): string {
  const { devices, series, readings, newAlerts, historyStartMs } = plant;
  const sites = new Set(devices.map(({ site }) => site.code)).size;
  return (
    `demo plant: ${sites} sites, ${devices.length} devices, ${series.length} tags, history since ` +
    `${new Date(historyStartMs).toISOString().slice(0, 10)}; new: ${count(readings)} readings, ${count(newAlerts)} alerts, ${newExports} exports ` +
    `(${(tookMs / 1000).toFixed(1)} s)`
  );
}

function sampleCsvCommand(): Command {
  return new Command('sample-csv')
    .description('print a month of readings as a historian might export them, to try import with; needs no database')
    .action(async () => {
      // A reader that has seen enough, such as head, is no error.
      process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
      for (const row of sampleCsv()) {
        if (!process.stdout.write(row)) {
          await once(process.stdout, 'drain');
        }
      }
    });
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MOST_HISTORY_DAYS) {
    throw new InvalidArgumentError(`It is a whole number of days, 1 to ${MOST_HISTORY_DAYS}.`);
  }
  return days;
}

const WHAT_IS_MADE = `
What is made: a bottling plant in Zaragoza (Spain), a bakery in Querétaro (Mexico) and a water works in Maipú (Chile), each in
its own time zone, with 25 machines, 163 tags (and one machine out of service), 45 days of readings, the alerts that follow
from them, and for each API key that is there one export in every state. The readings follow shifts, weekends and weather;
there are faults, wear, gaps and dense bursts. Where to look is told in docs/demo-plant.md.

Run again, it adds nothing twice: it goes on from the last reading of each tag. A history that was interrupted is completed.
`;
