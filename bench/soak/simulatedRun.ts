import { setImmediate as nextTask } from 'node:timers/promises';
import type { DataFrame, DataQueryResponse } from '@grafana/data';
import type { DataSourceServices } from '../../src/grafana/dataSourceServices.ts';
import type { TelemetrySettings } from '../../src/query/dataSourceSettings.ts';
import { bundlePlugin } from '../plugin/bundlePlugin.ts';
import { retainedBytes } from '../kit/collectGarbage.ts';
import { countAbortListeners } from './countAbortListeners.ts';
import { PANELS, type SoakPanel } from './dashboards.ts';
import { SimulatedClock } from './simulatedClock.ts';
import { createSimulatedPlant, type SimulatedPlant } from './simulatedPlant.ts';

const { createDataSourceServices, resolveSettings, panelRequest, runQuery } = await bundlePlugin();
const openListeners = countAbortListeners();

/** Five minutes before an export begins and an hour ends. */
const START_EPOCH_MS = Date.UTC(2026, 2, 2, 11, 55);
/** The longest time for which the plugin uses a result without a request, so that none is older than what a new data source gets. */
const IDLE_MS = 15_000;
/** A quarter of a screen wide. */
const POINTS = 300;
const BROWSER_ZONE = 'UTC';

/** What is left when nothing runs, after garbage collection, and what was sent since the previous sample. */
export interface SimulatedSample {
  readonly simulatedMs: number;
  readonly heapBytes: number;
  readonly cacheBytes: number;
  /** Cached lists of alerts and latest values. */
  readonly cachedLists: number;
  /** Of the simulated clock and of Node. */
  readonly timers: number;
  /** Of abort signals. */
  readonly listeners: number;
  readonly requestsInFlight: number;
  readonly requestsPerRefresh: number;
  readonly maxRequestsInFlight: number;
  /** Queries with an error, and those that did not complete before the next refresh although no export was running. */
  readonly failedQueries: number;
  /** Panels that differ from those of a new data source without cache. */
  readonly differentPanels: number;
}

export interface SimulationOptions {
  readonly refreshes: number;
  readonly refreshEveryMs: number;
  readonly samples: number;
  /** Of the data source. */
  readonly settings: TelemetrySettings;
  readonly onSample: (sample: SimulatedSample) => void;
}

/** Refreshes all panels by a simulated clock, as fast as this machine can. */
export async function runSimulation(options: SimulationOptions): Promise<readonly SimulatedSample[]> {
  const { refreshes, refreshEveryMs } = options;
  const clock = new SimulatedClock(START_EPOCH_MS);
  const plant = createSimulatedPlant(clock.nowEpochMs);
  const simulation = new Simulation(clock, plant, openServices(clock, plant, options.settings));
  const samples: SimulatedSample[] = [];
  for (let refresh = 1; refresh <= refreshes; refresh++) {
    await simulation.refresh(refreshEveryMs);
    if (refresh >= ((samples.length + 1) * refreshes) / options.samples) {
      const sample = await simulation.sample();
      samples.push(sample);
      options.onSample(sample);
    }
  }
  return samples;
}

function openServices(clock: SimulatedClock, plant: SimulatedPlant, settings: TelemetrySettings): DataSourceServices {
  return createDataSourceServices({
    transport: plant.transport,
    clock,
    random: createRandom(),
    settings: resolveSettings(settings),
    dataSourceUid: 'soak',
    palette: ['green', 'yellow', 'blue', 'orange'],
    browserZone: BROWSER_ZONE,
    canFollow: true,
  });
}

/** The same numbers in each run, for the delays of retries. */
function createRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The query of a panel, as Grafana holds it from one refresh to the next. */
type PanelRun = {
  readonly panel: SoakPanel;
  readonly stop: () => void;
  isComplete: boolean;
  response: DataQueryResponse | undefined;
};

class Simulation {
  private runs: readonly PanelRun[] = [];
  private failedQueries = 0;
  private refreshes = 0;
  private requests = 0;

  constructor(
    private readonly clock: SimulatedClock,
    private readonly plant: SimulatedPlant,
    private readonly services: DataSourceServices
  ) {}

  /** Starts the queries of all panels, and lets the time pass until the next refresh stops what is not complete. */
  async refresh(everyMs: number): Promise<void> {
    const requestsBefore = this.plant.traffic.requests;
    this.runs = this.start(this.services);
    await this.settle();
    await this.clock.advance(everyMs, () => this.settle());
    this.stop();
    this.refreshes++;
    this.requests += this.plant.traffic.requests - requestsBefore;
  }

  /** Leaves the dashboards for a moment, counts what is left, and opens them again beside a new data source without cache. */
  async sample(): Promise<SimulatedSample> {
    await this.clock.advance(IDLE_MS, () => this.settle());
    const { traffic } = this.plant;
    const sample = {
      simulatedMs: this.clock.nowEpochMs() - START_EPOCH_MS,
      heapBytes: retainedBytes(),
      ...cacheSizes(this.services),
      timers: this.clock.pendingTimers + activeTimers(),
      listeners: openListeners(),
      requestsInFlight: traffic.inFlight,
      requestsPerRefresh: this.requests / this.refreshes,
      maxRequestsInFlight: traffic.maxInFlight,
      differentPanels: await this.countDifferentPanels(),
      failedQueries: this.failedQueries,
    };
    this.refreshes = 0;
    this.requests = 0;
    this.failedQueries = 0;
    return sample;
  }

  private async countDifferentPanels(): Promise<number> {
    this.plant.hasFaults = false;
    const withoutCache = openServices(this.clock, this.plant, { cacheMegabytes: 0 });
    const expected = this.start(withoutCache);
    await this.settle();
    this.runs = this.start(this.services);
    await this.settle();
    const different = this.runs.filter((run, index) => contentOf(run) !== contentOf(expected[index]));
    expected.forEach(({ stop }) => stop());
    this.stop();
    this.plant.hasFaults = true;
    return different.length;
  }

  private start(services: DataSourceServices): readonly PanelRun[] {
    return PANELS.map((panel) => this.startPanel(panel, services));
  }

  private startPanel(panel: SoakPanel, services: DataSourceServices): PanelRun {
    const toEpochMs = this.clock.nowEpochMs();
    const request = panelRequest({ fromEpochMs: toEpochMs - panel.rangeMs, toEpochMs }, [panel.query], {
      maxDataPoints: POINTS,
      panelId: panel.id,
      requestId: `Q${panel.id}`,
    });
    const run: PanelRun = { panel, isComplete: false, response: undefined, stop: () => subscription.unsubscribe() };
    const subscription = runQuery(request, services, (text) => [text]).subscribe({
      next: (response) => (run.response = response),
      error: () => this.failedQueries++,
      complete: () => (run.isComplete = true),
    });
    return run;
  }

  private stop(): void {
    for (const run of this.runs) {
      // Running exports are followed until the panel is refreshed.
      if ((!run.isComplete && run.panel.query.kind !== 'exports') || run.response?.errors !== undefined) {
        this.failedQueries++;
      }
      run.stop();
    }
  }

  /** Resolves when nothing happens any more without the time passing. */
  private async settle(): Promise<void> {
    do {
      await nextTask();
      await nextTask();
    } while (this.plant.traffic.inFlight > 0);
  }
}

/** The sizes of what a data source holds on to. They are private, because nobody else needs them. */
function cacheSizes({ history, alerts, latest }: DataSourceServices) {
  return {
    cacheBytes: history['source']['cache'].sizeBytes,
    cachedLists: alerts['lists']['cached'].size + latest['lists']['cached'].size,
  };
}

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
}

/** What a panel shows. Statistics differ with the cache. */
function contentOf(run: PanelRun | undefined): string {
  const frames = (run?.response?.data ?? []) as DataFrame[];
  return JSON.stringify([
    run?.response?.errors,
    frames.map(({ name, refId, length, meta, fields }) => [
      ...[name, refId, length, meta?.notices],
      fields.map((field) => [field.name, field.type, field.labels, field.values]),
    ]),
  ]);
}
