// npm run bench: what history costs, with the plugin's own code, over real HTTP, against the real service.
import { setMaxListeners } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeDataset } from './dataset.ts';
import { FIGURES } from './figures/figures.ts';
import { type Measured, type MeasureFigure, type Stage } from './figures/figure.ts';
import { figuresTable, jsonLines, markdownTable } from './report.ts';
import { withStage } from './withStage.ts';

// Dozens of slices listen to the signal of one panel; that is no leak.
setMaxListeners(0);

const HELP = `npm run bench -- [--only NAME[,NAME]] [--json] [--data FOLDER]

  --only   some of: ${Object.keys(FIGURES).join(', ')}
  --json   only the lines of JSON
  --data   keeps the plant that is measured in this folder, so that the next run need not make it again
`;

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
} else {
  await main();
}

async function main(): Promise<void> {
  const chosen = chosenFigures(options.only);
  const dataDir = options.data === undefined ? temporaryFolder() : keptFolder(options.data);
  try {
    const key = await makeDataset(dataDir, say);
    await withStage(dataDir, key, (stage) => measure(stage, chosen));
  } finally {
    if (options.data === undefined) {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function measure(stage: Stage, chosen: ReadonlyArray<[string, MeasureFigure]>): Promise<void> {
  const all: Measured[] = [];
  const print = (text: string) => process.stdout.write(`${text}\n`);
  for (const [name, figure] of chosen) {
    say(`measuring: ${name}`);
    const { measured, tables = [] } = await figure(stage);
    all.push(...measured);
    if (!options.json) {
      tables.forEach((table) => print(`${markdownTable(table)}\n`));
    }
  }
  if (!options.json) {
    print(`${markdownTable(figuresTable(all))}\n`);
  }
  print(jsonLines(all));
}

function chosenFigures(only: string | undefined): Array<[string, MeasureFigure]> {
  const names = only?.split(',') ?? Object.keys(FIGURES);
  return names.map((name) => {
    const figure = FIGURES[name];
    if (figure === undefined) {
      throw new Error(`There is no figure "${name}"; there are ${Object.keys(FIGURES).join(', ')}.`);
    }
    return [name, figure];
  });
}

/** The account of the embedded server has to be able to pass into it when this runs as root. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'telemetry-bench-'));
  chmodSync(folder, 0o755);
  return folder;
}

function keptFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return path.resolve(folder);
}

/** Progress goes to stderr: stdout is for results. */
function say(text: string) {
  process.stderr.write(`${text}\n`);
}
