import { Command, InvalidArgumentError } from 'commander';
import { readDatabaseOptions } from '../config.ts';
import { runLive } from '../demo/liveTicks.ts';
import { type SeededPlant, seedPlant } from '../demo/seedPlant.ts';
import { shrinkWal } from '../demo/shrinkWal.ts';
import type { Database } from '../store/database.ts';
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
    .addHelpText('after', whatIsMade)
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
  process.stdout.write(`${summary(plant, Date.now() - startedMs)}\n`);
  if (options.live) {
    process.stderr.write('The plant keeps moving; Ctrl-C ends it.\n');
    await runLive(pool, plant.series, plant.alerts, {
      signal,
      onOutage: (error) =>
        process.stderr.write(`The database does not answer (${describeError(error)}); trying again.\n`),
      onRecovery: (seconds) =>
        process.stderr.write(`The database is back; the ${seconds} s it was away are filled in.\n`),
    });
  }
}

function summary({ devices, series, readings, newAlerts, historyStartMs }: SeededPlant, tookMs: number): string {
  const sites = new Set(devices.map(({ site }) => site.code)).size;
  return (
    `demo plant: ${sites} sites, ${devices.length} devices, ${series.length} tags, history since ` +
    `${new Date(historyStartMs).toISOString().slice(0, 10)}; new: ${count(readings)} readings, ${count(newAlerts)} alerts ` +
    `(${(tookMs / 1000).toFixed(1)} s)`
  );
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 400) {
    throw new InvalidArgumentError('It is a whole number of days, 1 to 400.');
  }
  return days;
}

const whatIsMade = `
What is made: three sites in three time zones (a bottling plant in Zaragoza, a bakery in Querétaro, a water works in Maipú),
26 devices, one of them out of service, and 172 tags that behave as such machines do.
`;
