import { MAX_PAGE_ROWS } from '../api/pageLimits';
import { readList } from '../api/readList';
import type { CallContext, TelemetryClient } from '../api/telemetryClient';
import { RecentResults } from '../concurrency/recentResults';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import type { LatestValue } from './latestValue';

/** The panels of a dashboard start a refresh within this time of each other, and should show the same values. */
const MAX_AGE_MS = 2_000;

/**
 * The latest value of each tag, for all panels of a data source. All panels share one list, because a request for each
 * device would cost a dashboard more than a request for all of them.
 */
export class LatestSource {
  private readonly lists: RecentResults;

  constructor(
    private readonly client: TelemetryClient,
    private readonly dedupe: DedupeRequest,
    clock: Clock
  ) {
    this.lists = new RecentResults(dedupe, clock);
  }

  /**
   * The latest values of all tags that the key can read, two seconds old at most.
   * @throws TelemetryError when the server does not return all pages
   */
  async all(context: CallContext): Promise<readonly LatestValue[]> {
    const send = (signal: AbortSignal) => this.fetchValues(undefined, { ...context, signal });
    return this.lists.get('latest', MAX_AGE_MS, send, context.signal);
  }

  /** The latest values of one device; callers that want the same device at the same time share one request. */
  async ofDevice(device: string, context: CallContext): Promise<readonly LatestValue[]> {
    return this.dedupe(
      `latest of ${device}`,
      (signal) => this.fetchValues(device, { ...context, signal }),
      context.signal
    );
  }

  private fetchValues(device: string | undefined, context: CallContext): Promise<readonly LatestValue[]> {
    return readList((cursor) => this.client.valuesPage({ device, limit: MAX_PAGE_ROWS.values, cursor }, context), {
      itemsOf: ({ values }) => values,
      keyOf: (value) => JSON.stringify([value.device, value.tag]),
    });
  }
}
