// npm run bench:api: throughput, latency and memory of the service, on the database servers that are installed.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Measured } from '../kit/figure.ts';
import { jsonLines, markdownTable } from '../kit/report.ts';
import { log, oneOf, print, runBench, selectFigures } from '../kit/runBench.ts';
import { makePlantDatabase, writeHotHistory } from './benchDatabase.ts';
import { hasPostgres15 } from '../../telemetry-api/test/support/databases/postgres15.ts';
import { openDebianEngine, openEmbeddedEngine, type Engine } from './engines.ts';
import type { BigFile, BenchServers } from './figures/figure.ts';
import { FIGURES } from './figures/figures.ts';
import { writeCsv } from './figures/importRate.ts';
import { BUSY_FROM_MS, PLANT_TAGS } from './plant.ts';
import { enginesTable, type EngineFigures, namedByEngine } from './enginesTable.ts';
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

/** These are measured on databases of their own. */
const WITHOUT_HISTORY = ['import-rate', 'other-clients'];

const OPTIONS = { scale: { type: 'string', default: 'full' }, engine: { type: 'string' } } as const;

const code = await runBench(
  HELP,
  OPTIONS,
  async ({ only, scale: scaleName, engine: engineName, json }, { folder, onEnd }) => {
    const selected = selectFigures(FIGURES, only).map(([name]) => name);
    const { rows, rounds, seconds } = oneOf('--scale', scaleName, SCALES);
    const file = needsHistory(selected) ? await writeBigFile(folder, rows) : { path: '', rows: 0, bytes: 0 };
    const all: EngineFigures[] = [];
    const failed: string[] = [];
    let running: Engine | undefined;
    onEnd(() => running?.close());
    for (const open of selectEngines(engineName)) {
      const root = path.join(folder, `engine${all.length}`);
      const engine = await open(root);
      running = engine;
      try {
        const servers = await startServers(engine, selected, { folder, file, rounds, seconds });
        const measured = await measure(servers, selected, failed);
        all.push({ engine: engine.name, measured });
        if (!json && needsHistory(selected)) {
          print(`${markdownTable(await measureSizes(servers.large, engine.name))}\n`);
        }
      } finally {
        running = undefined;
        await engine.close();
        rmSync(root, { recursive: true, force: true });
      }
    }
    if (!json) {
      print(`${markdownTable(enginesTable(all))}\n`);
    }
    print(jsonLines(namedByEngine(all)));
    if (failed.length > 0) {
      throw new Error(`Not measured: ${failed.join(', ')}.`);
    }
  }
);
process.exit(code);

async function startServers(
  engine: Engine,
  selected: readonly string[],
  run: Pick<BenchServers, 'folder' | 'file' | 'rounds' | 'seconds'>
): Promise<BenchServers> {
  const logOfEngine = (text: string) => log(`${engine.name}: ${text}`);
  logOfEngine('creating the plant');
  const small = await makePlantDatabase(engine, 'small');
  const large = await makePlantDatabase(engine, 'large');
  if (needsHistory(selected)) {
    await writeHotHistory(small);
    await writeHotHistory(large);
  }
  return { engine, small, large, ...run, log: logOfEngine };
}

/** @param failed receives the figures that could not be measured */
async function measure(servers: BenchServers, selected: readonly string[], failed: string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, figure] of Object.entries(FIGURES)) {
    // The import of the big file writes the long history: it has to run even if its figure was not requested.
    if (selected.includes(name) || (name === 'import-memory' && needsHistory(selected))) {
      const figures = await figure(servers).catch((error: unknown) => {
        servers.log(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
        failed.push(`${name} (${servers.engine.name})`);
        return [];
      });
      figures.forEach(({ figure: what, value, detail }) => servers.log(`${what}: ${value.toPrecision(3)} (${detail})`));
      measured.push(...(selected.includes(name) ? figures : []));
    }
  }
  return measured;
}

function needsHistory(selected: readonly string[]): boolean {
  return selected.some((name) => !WITHOUT_HISTORY.includes(name));
}

/** Readings of all tags except the hot tag, every ten seconds. */
async function writeBigFile(folder: string, rows: number): Promise<BigFile> {
  log(`writing ${rows} readings to a file`);
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
  if (!hasPostgres15) {
    log("Debian's PostgreSQL 15 is not installed: only the embedded one is measured.");
    return [engines.embedded];
  }
  return Object.values(engines);
}
