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

// Dozens of slices listen to the signal of one panel; that is no leak.
setMaxListeners(0);

const children = new ChildProcesses();
const stop = watchStopSignals(children);

process.exit(await main());

/** @returns the exit code: 0 when everything was measured, whatever came out */
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
    const figures = chosenFigures(options.only);
    return await withDataFolder(options.data, async (dataDir) => {
      const reason = await Promise.race([stop.requested, run(dataDir, figures, options.json)]);
      return reason === 'stop' ? INTERRUPTED : 0;
    });
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** @param kept a folder to keep; undefined for one that is gone afterwards */
async function withDataFolder<T>(kept: string | undefined, work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = kept === undefined ? mkdtempSync(path.join(tmpdir(), 'plugin-bench-')) : path.resolve(kept);
  mkdirSync(dataDir, { recursive: true });
  try {
    if (kept === undefined) {
      // The account of the embedded server has to be able to pass into it when this runs as root.
      chmodSync(dataDir, 0o755);
    }
    return await work(dataDir);
  } finally {
    await children.close();
    if (kept === undefined) {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
}

async function run(dataDir: string, figures: ReadonlyArray<[string, MeasureFigure]>, isJsonOnly: boolean) {
  const key = await makeDataset(dataDir, say);
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
    say(`measuring: ${name}`);
    const { measured, tables = [] } = await figure(stage);
    all.push(...measured);
    if (!isJsonOnly) {
      tables.forEach((table) => print(`${markdownTable(table)}\n`));
    }
  }
  return all;
}

function chosenFigures(only: string | undefined): Array<[string, MeasureFigure]> {
  const names = only?.split(',') ?? Object.keys(FIGURES);
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

/** Progress goes to stderr: stdout is for results. */
function say(text: string) {
  process.stderr.write(`${text}\n`);
}
