import type { DataFrame, DataQueryResponse } from '@grafana/data';
import type { Subscription } from 'rxjs';
import type { Clock } from '../../src/core/time/clock';
import type { DataSourceServices } from '../../src/grafana/dataSourceServices';
import { runQuery } from '../../src/kinds/runQuery';
import type { TelemetryQuery } from '../../src/kinds/kinds';
import { panelRequest } from '../../src/testSupport/panelRequest';
import { type Shown, windowBefore } from './queries';

/** A panel as a dashboard has it: a refresh cancels the query that runs, and what is shown stays until there is something else. */
export class RefreshedPanel {
  private last: DataQueryResponse = { data: [] };
  private running: Subscription | undefined;
  private isRefreshing = false;

  constructor(
    private readonly services: DataSourceServices,
    private readonly target: Partial<TelemetryQuery>,
    private readonly nowEpochMs: number
  ) {}

  get shown(): Shown {
    const { data, errors = [] } = this.last;
    return { frames: data as DataFrame[], errors: errors.map(({ message = '' }) => message) };
  }

  /** Resolves when the query is complete. */
  refresh(): Promise<void> {
    this.running?.unsubscribe();
    const request = panelRequest(windowBefore(this.nowEpochMs), [this.target]);
    const range = { ...request.range, raw: { from: 'now-4d', to: 'now' } };
    return new Promise((resolve, reject) => {
      this.running = runQuery({ ...request, range }, this.services, (text) => [text]).subscribe({
        next: (response) => (this.last = response),
        error: reject,
        complete: resolve,
      });
    });
  }

  /** Refreshes now and at an interval, until the panel is left. */
  async keepRefreshing(everyMs: number, clock: Clock, left: AbortSignal): Promise<void> {
    this.isRefreshing = true;
    left.addEventListener('abort', () => {
      this.isRefreshing = false;
      this.running?.unsubscribe();
    });
    while (this.isRefreshing) {
      void this.refresh();
      await clock.sleep(everyMs, left).catch(() => undefined);
    }
  }
}
