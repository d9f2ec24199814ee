import type { ApiClient, CallContext } from '../api/apiClient';
import { OPERATIONS } from '../api/operations';
import { readList } from '../api/pages';
import { RecentResults } from '../concurrency/recentResults';
import type { DedupeRequest } from '../concurrency/requestDeduper';
import type { Clock } from '../time/clock';
import { decodeValuesPage, type LatestValue } from './latestValue';

/** The panels of a dashboard start a refresh within this time of each other, and should show the same values. */
const MAX_AGE_MS = 2_000;
/** The key of the list of all tags. */
const ALL = 'latest';

/**
 * The latest value of each tag, for all panels of a data source. All panels share one list, because a request for each
 * device would cost a dashboard more than a request for all of them.
 */
export class LatestSource {
  private readonly lists: RecentResults;
  private readonly received = new Map<string, LatestValue>();

  constructor(
    private readonly client: ApiClient,
    dedupe: DedupeRequest,
    clock: Clock
  ) {
    this.lists = new RecentResults(dedupe, clock);
  }

  /**
   * The latest values of all tags that the key can read, two seconds old at most; with `noCache`, requested now.
   * @throws TelemetryError when the server does not return all pages
   */
  async all(context: CallContext): Promise<readonly LatestValue[]> {
    const send = (signal: AbortSignal) => this.fetchValues(undefined, { ...context, signal });
    return this.lists.get(ALL, MAX_AGE_MS, send, context.signal, context.noCache);
  }

  /**
   * The latest values of one device, two seconds old at most: out of the list of all tags if another panel has requested it,
   * else requested for the device alone; with `noCache`, requested now.
   * @throws TelemetryError when the server does not return all pages
   */
  async ofDevice(device: string, context: CallContext): Promise<readonly LatestValue[]> {
    if (!context.noCache && this.lists.has(ALL)) {
      return (await this.all(context)).filter((value) => value.device === device);
    }
    const send = (signal: AbortSignal) => this.fetchValues(device, { ...context, signal });
    return this.lists.get(`latest of ${device}`, MAX_AGE_MS, send, context.signal, context.noCache);
  }

  /** The value of a tag that was received last, however long ago: where a request fails, it is newer than what a chart has. */
  lastReceived(device: string, tag: string): LatestValue | undefined {
    return this.received.get(valueKey({ device, tag }));
  }

  private async fetchValues(device: string | undefined, context: CallContext): Promise<readonly LatestValue[]> {
    const params = { dispositivo: device, limite: OPERATIONS.values.maxRows };
    const values = await readList(
      (siguiente) => this.client.get(OPERATIONS.values, { ...params, siguiente }, decodeValuesPage, context),
      valueKey
    );
    values.forEach((value) => this.received.set(valueKey(value), value));
    return values;
  }
}

function valueKey({ device, tag }: Pick<LatestValue, 'device' | 'tag'>): string {
  return JSON.stringify([device, tag]);
}
