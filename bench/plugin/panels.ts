import type { DataQueryRequest, DataQueryResponse } from '@grafana/data';
import type { Transport } from '../../src/core/api/transport.ts';
import type { HistorySource } from '../../src/core/history/fetch/historySource.ts';
import { createStopwatchStarter, systemClock } from '../../src/core/time/clock.ts';
import type { ApiConnection } from '../../src/grafana/apiConnection.ts';
import type { DataSourceServices } from '../../src/grafana/dataSourceServices.ts';
import type { TelemetrySettings } from '../../src/query/dataSourceSettings.ts';
import type { TelemetryQuery } from '../../src/kinds/kinds.ts';
import type { TimeWindow } from '../../src/core/time/window.ts';
import { bundlePlugin } from './bundlePlugin.ts';

export const pluginCode = await bundlePlugin();
const { createDataSourceServices, resolveSettings, panelRequest, runQuery } = pluginCode;

/** The query of a panel and its window. */
export interface PanelQuery {
  readonly window: TimeWindow;
  /** A history query unless it says otherwise. */
  readonly query: Partial<TelemetryQuery>;
  /** Maximum number of points; 1000 by default, a panel as wide as half a screen. */
  readonly points?: number;
  readonly panelId?: number;
  /** The plant may have nothing that it asks for. */
  readonly mayBeEmpty?: true;
}

export interface PanelResult {
  readonly frames: DataQueryResponse['data'];
  /** Number of responses before the final one. */
  readonly partialResponses: number;
}

/** A data source of the plugin: its panels share one cache and one concurrency limit. */
export interface DataSource {
  /** @throws Error if the panel would show an error */
  open(panel: PanelQuery): Promise<PanelResult>;
  readonly history: HistorySource;
}

/**
 * @param way to the API
 * @param nowEpochMs the current time of the plugin; its delays are real
 * @param settings data source settings that differ from the defaults
 */
export function openDataSource(
  way: Transport | ApiConnection,
  nowEpochMs: () => number,
  settings: TelemetrySettings = {}
): DataSource {
  const services = createDataSourceServices({
    ...(typeof way === 'function' ? { transport: way } : way),
    clock: { ...systemClock, nowEpochMs, startStopwatch: createStopwatchStarter(nowEpochMs, nowEpochMs) },
    random: Math.random,
    settings: resolveSettings(settings),
    dataSourceUid: 'bench',
    palette: ['green', 'yellow', 'blue', 'orange'],
    browserZone: 'UTC',
    canFollow: true,
  });
  return { open: (panel) => openPanel(services, panel), history: services.history };
}

function openPanel(services: DataSourceServices, panel: PanelQuery): Promise<PanelResult> {
  return new Promise((resolve, reject) => {
    let responses = 0;
    let last: DataQueryResponse | undefined;
    runQuery(toRequest(panel), services, (text) => [text]).subscribe({
      next: (response) => {
        responses++;
        last = response;
      },
      error: reject,
      complete: () => {
        if (last === undefined || last.errors !== undefined || (last.data.length === 0 && !panel.mayBeEmpty)) {
          const reason = JSON.stringify(last?.errors ?? 'no data');
          reject(new Error(`The panel was not rendered: ${reason}: ${JSON.stringify(panel.query)}`));
        } else {
          resolve({ frames: last.data, partialResponses: responses - 1 });
        }
      },
    });
  });
}

function toRequest({ window, query, points = 1000, panelId = 1 }: PanelQuery): DataQueryRequest<TelemetryQuery> {
  return panelRequest(window, [{ kind: 'history', ...query } as Partial<TelemetryQuery>], {
    maxDataPoints: points,
    panelId,
    requestId: `Q${panelId}`,
  });
}
