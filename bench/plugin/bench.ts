// npm run bench: measures history queries with the plugin's own code against the real service over HTTP. See docs/benchmarks.md.
import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { makeDataset } from './dataset.ts';
import { FIGURES } from './figures/figures.ts';
import type { Measured } from '../kit/figure.ts';
import { figuresTable, jsonLines, markdownTable } from '../kit/report.ts';
import { log, print, runBench, selectFigures } from '../kit/runBench.ts';
import { startServers } from './startServers.ts';

const HELP = `npm run bench -- [--only NAME[,NAME]] [--json] [--data FOLDER]

  --only   run only some of: ${Object.keys(FIGURES).join(', ')}
  --json   print only the JSON lines
  --data   store the benchmark data in this folder and reuse it in later runs
`;

const WITHOUT_GO = Object.keys(FIGURES).filter((name) => name !== 'backend');

// Dozens of slices listen to the abort signal of one panel, which is not a leak.
setMaxListeners(0);

const code = await runBench(
  HELP,
  { data: { type: 'string' } },
  async ({ only = WITHOUT_GO.join(','), json, data }, { folder, children }) => {
    const figures = selectFigures(FIGURES, only);
    const dataDir = path.resolve(data ?? folder);
    mkdirSync(dataDir, { recursive: true });
    const key = await makeDataset(dataDir, log);
    const servers = await startServers(children, dataDir, key);
    const show = (text: string) => json || print(`${text}\n`);
    show(`Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the start.`);
    const all: Measured[] = [];
    for (const [name, figure] of figures) {
      log(`measuring: ${name}`);
      const { measured, tables = [] } = await figure(servers);
      all.push(...measured);
      tables.forEach((table) => show(markdownTable(table)));
    }
    show(markdownTable(figuresTable(all)));
    print(jsonLines(all));
  }
);
process.exit(code);
