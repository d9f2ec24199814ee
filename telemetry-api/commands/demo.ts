import { Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readDatabaseOptions, readDataDir } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { demoExports } from '../demo/demoExports.ts';
import { MAX_HISTORY_DAYS } from '../demo/demoPlant.ts';
import { runLive } from '../demo/liveTicks.ts';
import { sampleCsv } from '../demo/sampleCsv.ts';
import { type SeededPlant, seedPlant } from '../demo/seedPlant.ts';
import { count } from '../import/report.ts';
import type { Database } from '../store/database/database.ts';
import { findKeys, hashSecret } from '../store/keys/keys.ts';
import { shrinkWal } from '../store/embedded/shrinkWal.ts';
import { describeError } from './output/describeError.ts';
import { readSecretFromEnv } from './options.ts';
import { startProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';
import { startStopwatch } from '../stopwatch.ts';

interface DemoOptions {
  readonly days: number;
  readonly live?: boolean;
  readonly keyFromEnv?: string;
  readonly heartbeat?: string;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('create the demo plant with its history; later runs add the readings since the last run')
    .option('--live', 'then add live readings until Ctrl-C')
    .option('--heartbeat <file>', 'with --live, update this file whenever new readings have been stored')
    .option('--days <n>', 'length of the history of a new plant; use the same number on every run', parseDays, 45)
    .option('--key-from-env <variable>', 'add sample exports for the API key in this environment variable')
    .addHelpText('after', DETAILS)
    .addCommand(sampleCsvCommand())
    .action((options: DemoOptions) => withDatabase((...given) => runDemo(options, ...given)));
}

async function runDemo(options: DemoOptions, { pool }: Database, signal: AbortSignal, env: Environment): Promise<void> {
  const keyId = options.keyFromEnv === undefined ? undefined : await findKeyId(pool, options.keyFromEnv);
  const progress = startProgress();
  const running = startStopwatch();
  const plant = await seedPlant(pool, {
    nowMs: Date.now(),
    historyDays: options.days,
    signal,
    onProgress: (share, readings) =>
      progress.update(() => {
        const perSecond = Math.round(readings / (running.elapsedMs() / 1000));
        return `demo plant: ${Math.floor(share * 100)} % of the history, ${count(readings)} readings, ${count(perSecond)}/s`;
      }),
  }).finally(() => progress.end());
  if (plant.isNew && readDatabaseOptions(env).databaseUrl === undefined) {
    await shrinkWal(pool);
  }
  const addExports = async () =>
    keyId === undefined ? 0 : demoExports(pool, keyId, plant.series, readDataDir(env), Date.now());
  const newExports = await addExports();
  process.stdout.write(`${summary(plant, newExports, running.elapsedMs())}\n`);
  if (options.live) {
    process.stderr.write('Adding live readings. Press Ctrl-C to stop.\n');
    await runLive(pool, plant.series, plant.alerts, {
      signal,
      // The ready one expires after some days, and is then created again.
      onWritten: () => options.heartbeat !== undefined && writeFileSync(options.heartbeat, `${Date.now()}\n`),
      everyMinute: async () => void (await addExports()),
      onOutage: (error) => process.stderr.write(`The database does not respond (${describeError(error)}). Retrying.\n`),
      onRecovery: (seconds) =>
        process.stderr.write(`The database responds again. The readings of the ${seconds} s outage have been added.\n`),
    });
  }
}

async function findKeyId(pool: Database['pool'], variable: string): Promise<string> {
  const [key] = await findKeys(pool, [hashSecret(readSecretFromEnv(variable))]);
  if (!key) {
    throw new Error(`The environment variable ${variable} does not contain a key of this database. See: keys create`);
  }
  return key.id;
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
    .description('print a month of readings in the format of a historian, to try the import; does not need a database')
    .action(async () => {
      // A reader such as head that closes the pipe early is not an error.
      process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
      for (const row of sampleCsv()) {
        if (!process.stdout.write(row)) {
          await once(process.stdout, 'drain');
        }
      }
    });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_HISTORY_DAYS) {
    throw new InvalidArgumentError(`Must be an integer from 1 to ${MAX_HISTORY_DAYS}.`);
  }
  return days;
}

const DETAILS = `
Creates a bottling plant in Zaragoza (Spain), a bakery in Querétaro (Mexico) and a waterworks in Maipú (Chile), each in its own
time zone: 25 machines, 163 tags (and one machine out of service), 45 days of readings, the resulting alerts and, for the key of
--key-from-env, one export in each state. The readings follow shifts, weekends and weather, with faults, wear, gaps and dense
bursts. docs/demo-plant.md describes where to find them.

Later runs do not create duplicates: they continue from the last reading of each tag and complete an interrupted history.
`;
