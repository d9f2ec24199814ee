import type { DataQueryRequest, DataQueryResponse } from '@grafana/data';
import type { Transport } from '../src/core/api/transport.ts';
import { systemClock } from '../src/core/time/clock.ts';
import type { DataSourceServices } from '../src/grafana/dataSourceServices.ts';
import type { TelemetrySettings } from '../src/query/dataSourceSettings.ts';
import type { HistoryQuery, TelemetryQuery } from '../src/query/telemetryQuery.ts';
import type { TimeWindow } from '../src/core/time/window.ts';
import { bundlePlugin } from './bundlePlugin.ts';

const { createDataSourceServices, limitsOf, panelRequest, runQuery } = await bundlePlugin();

/** What a panel asks for: one query over a window. */
export interface PanelQuestion {
  readonly window: TimeWindow;
  readonly query: Partial<HistoryQuery>;
  /** How many points it can show; 1000, a panel of half a screen, unless said otherwise. */
  readonly points?: number;
  readonly panelId?: number;
}

export interface PanelAnswer {
  readonly frames: DataQueryResponse['data'];
  /** How often it drew something before it was done. */
  readonly partialAnswers: number;
}

/** The plugin as one data source has it: everything asked of it shares its cache and its places for requests. */
export interface DataSource {
  /** @throws Error when the panel would show one */
  open(question: PanelQuestion): Promise<PanelAnswer>;
}

/**
 * @param nowEpochMs the time it is for the plugin; its waits are real ones
 * @param settings those of the data source, where they are not the defaults
 */
export function openDataSource(
  transport: Transport,
  nowEpochMs: () => number,
  settings: TelemetrySettings = {}
): DataSource {
  const tools = createDataSourceServices({
    transport,
    clock: { ...systemClock, nowEpochMs },
    random: Math.random,
    limits: limitsOf(settings),
    palette: ['green', 'yellow', 'blue', 'orange'],
    browserZone: 'UTC',
  });
  return { open: (question) => openPanel(tools, question) };
}

function openPanel(tools: DataSourceServices, question: PanelQuestion): Promise<PanelAnswer> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let last: DataQueryResponse | undefined;
    runQuery(toRequest(question), tools, (text) => [text]).subscribe({
      next: (response) => {
        answers++;
        last = response;
      },
      error: reject,
      complete: () => {
        if (last === undefined || last.errors !== undefined || last.data.length === 0) {
          reject(new Error(`The panel was not rendered: ${JSON.stringify(last?.errors ?? 'no response')}`));
        } else {
          resolve({ frames: last.data, partialAnswers: answers - 1 });
        }
      },
    });
  });
}

function toRequest({ window, query, points = 1000, panelId = 1 }: PanelQuestion): DataQueryRequest<TelemetryQuery> {
  return panelRequest(window, [{ kind: 'history', ...query }], {
    maxDataPoints: points,
    panelId,
    requestId: `Q${panelId}`,
  });
}
