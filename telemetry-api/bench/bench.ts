// npm run bench:api: throughput, latency and memory of the service, on the database servers that are installed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePlantDatabase, writeHotHistory } from './benchDatabase.ts';
import { hasDebianPostgres, openDebianEngine, openEmbeddedEngine, type Engine } from './engines.ts';
import type { BigFile, Measurement } from './figures/figure.ts';
import { FIGURES } from './figures/figures.ts';
import { writeCsv } from './figures/importRate.ts';
import { BUSY_FROM_MS, PLANT_TAGS } from './plant.ts';
import { measurementsTable, jsonLines, type EngineMeasurements } from './report.ts';
import { measureSizes } from './sizes.ts';

const SCALES = {
  full: { rows: 20_000_000, rounds: 3, seconds: 4 },
  small: { rows: 2_000_000, rounds: 1, seconds: 2 },
} as const;

const HELP = `npm run bench:api -- [--only NAME[,NAME]] [--scale full|small] [--engine embedded|debian] [--json]

  --only    some of: ${Object.keys(FIGURES).join(', ')}
  --scale   full: 20 million readings, 1 GB, about seven minutes; small: a tenth, for a quick test
  --engine  one database server instead of both
  --json    only the JSON lines
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: 'full' },
    engine: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) {
  process.stdout.write(HELP);
} else {
  await main();
}

async function main(): Promise<void> {
  const selected = selectFigures(options.only);
  const scale = oneOf('--scale', options.scale, SCALES);
  const folder = mkdtempSync(path.join(tmpdir(), 'telemetry-bench-'));
  // The account of the database servers has to enter the folder when this runs as root.
  chmodSync(folder, 0o755);
  try {
    const file = needsHistory(selected) ? await writeBigFile(folder, scale.rows) : { path: '', rows: 0, bytes: 0 };
    const all: EngineMeasurements[] = [];
    for (const open of selectEngines(options.engine)) {
      const root = path.join(folder, `engine${all.length}`);
      const engine = await open(root);
      try {
        all.push({ engine: engine.name, measurements: await measure(engine, folder, file, selected, scale) });
      } finally {
        await engine.close();
        rmSync(root, { recursive: true, force: true });
      }
    }
    if (!options.json) {
      print(`${measurementsTable(all)}\n`);
    }
    print(jsonLines(all));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  engine: Engine,
  folder: string,
  file: BigFile,
  selected: readonly string[],
  { rounds, seconds }: (typeof SCALES)[keyof typeof SCALES]
): Promise<Measurement[]> {
  const log = (text: string) => void process.stderr.write(`${engine.name}: ${text}\n`);
  log('creating the plant');
  const small = await makePlantDatabase(engine, 'small');
  const large = await makePlantDatabase(engine, 'large');
  if (needsHistory(selected)) {
    await writeHotHistory(small);
    await writeHotHistory(large);
  }
  const stage = { engine, folder, small, large, file, rounds, seconds, log };
  const measured: Measurement[] = [];
  for (const [name, figure] of Object.entries(FIGURES)) {
    // The import of the big file writes the long history: it has to run even if its figure was not requested.
    if (selected.includes(name) || (name === 'import-memory' && needsHistory(selected))) {
      const figures = await figure(stage).catch((error: unknown) => {
        log(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
        process.exitCode = 1;
        return [];
      });
      figures.forEach(({ figure: what, value, detail }) => log(`${what}: ${value.toPrecision(3)} (${detail})`));
      measured.push(...(selected.includes(name) ? figures : []));
    }
  }
  if (!options.json && needsHistory(selected)) {
    print(`${await measureSizes(large, engine.name)}\n`);
  }
  return measured;
}

/** Import rates are measured on separate databases. */
function needsHistory(selected: readonly string[]): boolean {
  return selected.some((name) => name !== 'import-rate');
}

/** Readings of all tags except the hot tag, every ten seconds. */
async function writeBigFile(folder: string, rows: number): Promise<BigFile> {
  process.stderr.write(`writing ${rows} readings to a file\n`);
  const file = path.join(folder, 'big.csv');
  const steps = Math.ceil(rows / (PLANT_TAGS - 1));
  const plan = { fromTag: 1, toTag: PLANT_TAGS, fromMs: BUSY_FROM_MS + 5000, stepMs: 10_000, steps };
  return { path: file, rows: steps * (PLANT_TAGS - 1), bytes: await writeCsv(file, plan) };
}

function selectEngines(only: string | undefined) {
  const engines = { embedded: openEmbeddedEngine, debian: openDebianEngine };
  if (only !== undefined) {
    return [oneOf('--engine', only, engines)];
  }
  if (!hasDebianPostgres()) {
    process.stderr.write("Debian's PostgreSQL 15 is not installed: only the embedded one is measured.\n");
    return [engines.embedded];
  }
  return Object.values(engines);
}

function selectFigures(only: string | undefined): string[] {
  const names = only?.split(',') ?? Object.keys(FIGURES);
  names.forEach((name) => oneOf('--only', name, FIGURES));
  return names;
}

/** @throws with the option and its allowed values */
function oneOf<T>(option: string, name: string, choices: Readonly<Record<string, T>>): T {
  const choice = choices[name];
  if (choice === undefined) {
    throw new Error(`${option} must be one of ${Object.keys(choices).join(', ')}, not "${name}".`);
  }
  return choice;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
