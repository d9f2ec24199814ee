// npm run bench: measures history queries with the plugin's own code against the real service over HTTP. See docs/benchmarks.md.
import { setMaxListeners } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ChildProcesses } from '../scripts/processes/childProcesses.ts';
import { watchStopSignals } from '../scripts/processes/stopSignals.ts';
import { makeDataset } from './dataset.ts';
import { FIGURES } from './figures/figures.ts';
import type { Measured, MeasureFigure, Stage } from './figures/figure.ts';
import { openStage } from './openStage.ts';
import { figuresTable, jsonLines, markdownTable } from './report.ts';

const HELP = `npm run bench -- [--only NAME[,NAME]] [--json] [--data FOLDER]

  --only   run only some of: ${Object.keys(FIGURES).join(', ')}
  --json   print only the JSON lines
  --data   store the benchmark data in this folder and reuse it in later runs
`;

const INTERRUPTED = 130;

// Dozens of slices listen to the abort signal of one panel, which is not a leak.
setMaxListeners(0);

const children = new ChildProcesses();
const stop = watchStopSignals(children);

process.exit(await main());

/** @returns the exit code: 0 if all figures were measured, even if they miss their targets */
async function main(): Promise<number> {
  try {
    const { values: options } = parseArgs({
      options: {
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        data: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (options.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const figures = selectFigures(options.only);
    return await withDataFolder(options.data, async (dataDir) => {
      const reason = await Promise.race([stop.requested, run(dataDir, figures, options.json)]);
      return reason === 'stop' ? INTERRUPTED : 0;
    });
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** @param folder kept afterwards; undefined for a temporary folder */
async function withDataFolder<T>(folder: string | undefined, work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = folder === undefined ? mkdtempSync(path.join(tmpdir(), 'plugin-bench-')) : path.resolve(folder);
  mkdirSync(dataDir, { recursive: true });
  try {
    if (folder === undefined) {
      // If this runs as root, the embedded server runs as another user, who needs to traverse the folder.
      chmodSync(dataDir, 0o755);
    }
    return await work(dataDir);
  } finally {
    await children.close();
    if (folder === undefined) {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
}

async function run(dataDir: string, figures: ReadonlyArray<[string, MeasureFigure]>, isJsonOnly: boolean) {
  const key = await makeDataset(dataDir, log);
  const stage = await openStage(children, dataDir, key);
  if (!isJsonOnly) {
    const load = loadavg()[0]?.toFixed(1);
    print(`Node ${process.version}, ${availableParallelism()} cores, load ${load} at the start.\n`);
  }
  const measured = await measure(stage, figures, isJsonOnly);
  if (!isJsonOnly) {
    print(`${markdownTable(figuresTable(measured))}\n`);
  }
  print(jsonLines(measured));
}

async function measure(
  stage: Stage,
  figures: ReadonlyArray<[string, MeasureFigure]>,
  isJsonOnly: boolean
): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const [name, figure] of figures) {
    log(`measuring: ${name}`);
    const { measured, tables = [] } = await figure(stage);
    all.push(...measured);
    if (!isJsonOnly) {
      tables.forEach((table) => print(`${markdownTable(table)}\n`));
    }
  }
  return all;
}

function selectFigures(only: string | undefined): Array<[string, MeasureFigure]> {
  const names = only?.split(',') ?? Object.keys(FIGURES).filter((name) => name !== 'backend');
  return names.map((name) => {
    const figure = FIGURES[name];
    if (figure === undefined) {
      throw new Error(`Unknown benchmark "${name}". Available: ${Object.keys(FIGURES).join(', ')}.`);
    }
    return [name, figure];
  });
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}

/** Progress goes to stderr because stdout is for results. */
function log(text: string) {
  process.stderr.write(`${text}\n`);
}
