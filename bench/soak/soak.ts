// npm run soak: refreshes dashboards for a simulated day, and a dashboard in Chromium, and looks for what grows. See docs/benchmarks.md.
import { setMaxListeners } from 'node:events';
import { resolveSettings } from '../../src/query/dataSourceSettings.ts';
import type { Measured, Table } from '../kit/figure.ts';
import { isReached, jsonLines, limitText, markdownTable, rounded } from '../kit/report.ts';
import { log, print, runBench, selectFigures, type BenchContext } from '../kit/runBench.ts';
import { DAY_MS, MINUTE_MS } from '../plugin/plant.ts';
import { browserBounds, browserTable, heapTrend, simulatedBounds, simulatedTable } from './bounds.ts';
import { runBrowser } from './browserRun.ts';
import { PANELS } from './dashboards.ts';
import { runSimulation } from './simulatedRun.ts';

const HELP = `npm run soak -- [--short] [--only PART] [--every SECONDS] [--json]

  --short   fifteen minutes of the day, and 60 refreshes in the browser
  --only    run only one of: simulated, browser
  --every   seconds between two refreshes of the simulated day; 5 by default
  --json    print only the JSON lines
`;

interface Form {
  readonly simulatedMs: number;
  /** Of the simulated cache: short enough that a run sees it expire several times. */
  readonly cacheMaxAgeMinutes?: number;
  readonly browserRefreshes: number;
  /** Divisible by four, for the quarters. */
  readonly samples: number;
}

/** Of the refreshes of the simulated day, by default. */
const EVERY_MS = 5000;
const LONG: Form = { simulatedMs: DAY_MS, browserRefreshes: 720, samples: 24 };
const SHORT: Form = {
  simulatedMs: 15 * MINUTE_MS,
  cacheMaxAgeMinutes: 2,
  browserRefreshes: 60,
  samples: 12,
};

/** What a part of the soak found. */
interface Outcome {
  readonly table: Table;
  readonly bounds: readonly Measured[];
  /** What was run and how the heap grew, for the verdict. */
  readonly summary: string;
}

const PARTS = { simulated: soakSimulated, browser: soakBrowser };

// The requests of a panel listen to one abort signal, which is not a leak.
setMaxListeners(0);

let exceeded: readonly Measured[] = [];

const code = await runBench(
  HELP,
  { short: { type: 'boolean', default: false }, every: { type: 'string' } },
  async ({ only, json, short, every }, context) => {
    const form = short ? SHORT : LONG;
    const show = (text: string) => json || print(text);
    const bounds: Measured[] = [];
    const summaries: string[] = [];
    for (const [name, part] of selectFigures(PARTS, only)) {
      log(`running: ${name}`);
      const outcome = await part(form, every === undefined ? EVERY_MS : readSeconds(every), context);
      show(`${markdownTable(outcome.table)}\n`);
      bounds.push(...outcome.bounds);
      summaries.push(outcome.summary);
    }
    show(`${markdownTable(boundsTable(bounds))}\n`);
    exceeded = bounds.filter((bound) => isReached(bound) === false);
    if (json) {
      print(jsonLines(bounds));
    }
    const verdict = exceeded.length === 0 ? 'passed' : `FAILED: ${exceeded.map(({ figure }) => figure).join('; ')}`;
    show(`soak: ${summaries.join('; ')}: ${verdict}`);
  }
);
process.exit(exceeded.length > 0 ? 1 : code);

async function soakSimulated(form: Form, everyMs: number): Promise<Outcome> {
  const settings = { cacheMaxAgeMinutes: form.cacheMaxAgeMinutes };
  const refreshes = Math.floor(form.simulatedMs / everyMs);
  const samples = await runSimulation({
    ...{ refreshes, refreshEveryMs: everyMs, samples: form.samples, settings },
    onSample: ({ simulatedMs, heapBytes }) => log(`simulated ${duration(simulatedMs)}, heap ${heapBytes} bytes`),
  });
  const count = `${refreshes.toLocaleString('en')} refreshes of ${PANELS.length} panels, every ${everyMs / 1000} s`;
  return {
    table: simulatedTable(samples),
    bounds: simulatedBounds(samples, resolveSettings(settings)),
    summary: `${duration(form.simulatedMs)} simulated, ${count}, ${heapTrend(samples)}`,
  };
}

async function soakBrowser({ browserRefreshes, samples: count }: Form, _everyMs: number, context: BenchContext) {
  const { children, folder } = context;
  const samples = await runBrowser({
    ...{ children, folder, refreshes: browserRefreshes, samples: count },
    onSample: ({ refreshes, heapBytes }) => log(`${refreshes} refreshes in Chromium, heap ${heapBytes} bytes`),
  });
  return {
    table: browserTable(samples),
    bounds: browserBounds(samples),
    summary: `${browserRefreshes} refreshes in Chromium, ${heapTrend(samples)}`,
  };
}

function boundsTable(bounds: readonly Measured[]): Table {
  return {
    columns: ['Bound', 'Value', 'Limit', 'Result'],
    rows: bounds.map((bound) => [
      ...[bound.figure, rounded(bound.value), limitText(bound)],
      isReached(bound) === false ? 'EXCEEDED' : 'ok',
    ]),
  };
}

/** @throws Error that names the option and what is allowed */
function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) {
    throw new Error(`--every must be a whole number of seconds from 1 to 300, not "${text}".`);
  }
  return seconds * 1000;
}

function duration(ms: number): string {
  return ms < 115 * MINUTE_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / (60 * MINUTE_MS))} h`;
}
