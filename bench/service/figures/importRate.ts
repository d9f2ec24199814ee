import { rmSync } from 'node:fs';
import path from 'node:path';
import { makePlantDatabase, withPool } from '../benchDatabase.ts';
import { interleave } from '../../kit/interleave.ts';
import type { Engine } from '../engines.ts';
import { PLANT_FROM_MS, plantTag, valueAt } from '../plant.ts';
import { writeReadingsFile, type ReadingsPlan } from '../readingsFile.ts';
import { runImportCommand } from '../runImportCommand.ts';
import { readTagIds } from '../../../telemetry-api/store/inventory/inventory.ts';
import { daysOf, ensurePartitions } from '../../../telemetry-api/store/readings/partitions.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

const TAGS = 200;
const STEPS_S = [1, 10, 60];
const ROWS = 600_000;

/** Compares the rate of `import`, which also updates the buckets, with COPY of the same rows into the table of readings only. */
export async function importRate(servers: BenchServers): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const stepS of STEPS_S) {
    measured.push(await measureStep(servers, stepS));
  }
  return measured;
}

async function measureStep({ engine, folder, rounds, log }: BenchServers, stepS: number): Promise<Measured> {
  const plan: ReadingsPlan = {
    ...{ fromTag: 0, toTag: TAGS, fromMs: PLANT_FROM_MS, stepMs: stepS * 1000, steps: ROWS / TAGS },
  };
  const files = { csv: path.join(folder, 'rate.csv'), copy: path.join(folder, 'rate.copy') };
  await writeCsv(files.csv, plan);
  const perS = await interleave(
    { warmUps: 0, counted: rounds },
    {
      copy: async (round) => {
        log(`import of a reading every ${stepS} s, round ${round + 1} of ${rounds}`);
        return inNewDatabase(engine, 'copied', (url) => copyRows(url, files.copy, plan));
      },
      import: () =>
        inNewDatabase(engine, 'imported', async (url) => {
          const { rows, seconds } = await runImportCommand(url, files.csv);
          return rows / seconds;
        }),
    }
  );
  Object.values(files).forEach((file) => rmSync(file, { force: true }));
  return {
    figure: `import of ${TAGS} tags, a reading every ${stepS} s: share of the rate of COPY`,
    ...{ value: perS.import / perS.copy, limit: 0.25, better: 'higher' },
    detail: `${perS.import.toFixed(0)} readings/s against ${perS.copy.toFixed(0)}`,
  };
}

async function inNewDatabase<T>(engine: Engine, name: string, work: (url: string) => Promise<T>): Promise<T> {
  const { url } = await makePlantDatabase(engine, name);
  const result = await work(url);
  await engine.run(`DROP DATABASE ${name}`);
  return result;
}

export async function writeCsv(file: string, plan: ReadingsPlan): Promise<number> {
  const stamps = new Map<number, string>();
  return writeReadingsFile(file, 'dispositivo,tag,ts,valor\n', plan, (index, epochMs, step) => {
    const { device, tag } = plantTag(index);
    const stamp = stamps.get(epochMs) ?? new Date(epochMs).toISOString();
    if (!stamps.has(epochMs)) {
      stamps.clear();
      stamps.set(epochMs, stamp);
    }
    return `${device},${tag},${stamp},${valueAt(index, step)}\n`;
  });
}

/** The server reads the file itself, which is the fastest way to load rows. @returns rows per second */
async function copyRows(databaseUrl: string, file: string, plan: ReadingsPlan): Promise<number> {
  return withPool(databaseUrl, async (pool) => {
    const ids = await readTagIds(pool);
    await writeReadingsFile(file, '', plan, (index, epochMs, step) => {
      const { device, tag } = plantTag(index);
      return `${ids.get(device)?.get(tag)}\t${epochMs}\t${valueAt(index, step)}\n`;
    });
    await ensurePartitions(
      pool,
      daysOf(Array.from({ length: plan.steps }, (_, step) => plan.fromMs + step * plan.stepMs))
    );
    const startedMs = performance.now();
    const { rowCount } = await pool.query(`COPY reading (tag_id, ts, value) FROM '${file}'`);
    return ((rowCount ?? 0) * 1000) / (performance.now() - startedMs);
  });
}
