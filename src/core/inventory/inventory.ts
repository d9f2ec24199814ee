import { readPages } from '../api/readPages';
import { MAX_PAGE_ROWS } from '../api/pageLimits';
import type { CallContext, TelemetryClient } from '../api/telemetryClient';
import type { Clock } from '../time/clock';
import type { EpochMs } from '../time/window';
import type { Device } from './device';

/** Devices change by the day, while a dashboard needs them every few seconds. */
const MAX_AGE_MS = 5 * 60_000;
/** After a failure the next caller tries again, but not every panel of a dashboard at once. */
const FAILURE_MAX_AGE_MS = 5_000;

/** The devices that the key can read, fetched once and shared by editors, variables and labels. */
export class Inventory {
  private cached: CachedDevices | undefined;

  constructor(
    private readonly client: TelemetryClient,
    private readonly clock: Clock
  ) {}

  /**
   * Every device with its tags. Cannot be cancelled, because all callers share the result.
   * @param maxAgeMs a shorter age for what changes by the minute, such as the connection
   * @throws TelemetryError when the server does not return them; `forbidden` when the key may not read them
   */
  devices(maxAgeMs = MAX_AGE_MS): Promise<readonly Device[]> {
    const now = this.clock.nowEpochMs();
    const { cached } = this;
    const isUsable =
      cached !== undefined && now - cached.sinceEpochMs < (cached.hasFailed ? FAILURE_MAX_AGE_MS : maxAgeMs);
    return isUsable ? cached.devices : this.fetch(now);
  }

  /** The devices if they are loaded and not too old, without a request. */
  loaded(): readonly Device[] | undefined {
    const { cached } = this;
    return cached !== undefined && this.clock.nowEpochMs() - cached.sinceEpochMs < MAX_AGE_MS
      ? cached.loaded
      : undefined;
  }

  private fetch(nowEpochMs: EpochMs): Promise<readonly Device[]> {
    const cached: CachedDevices = {
      devices: fetchAllDevices(this.client),
      sinceEpochMs: nowEpochMs,
      hasFailed: false,
      loaded: undefined,
    };
    cached.devices.then(
      (devices) => {
        cached.loaded = devices;
      },
      () => {
        cached.hasFailed = true;
        cached.sinceEpochMs = this.clock.nowEpochMs();
      }
    );
    this.cached = cached;
    return cached.devices;
  }
}

type CachedDevices = {
  readonly devices: Promise<readonly Device[]>;
  /** When they were requested, or when that failed. */
  sinceEpochMs: EpochMs;
  hasFailed: boolean;
  loaded: readonly Device[] | undefined;
};

async function fetchAllDevices(client: TelemetryClient): Promise<readonly Device[]> {
  const context: CallContext = { group: 'inventory', signal: new AbortController().signal };
  const devices = new Map<string, Device>();
  for await (const page of readPages((cursor) =>
    client.devicesPage({ limit: MAX_PAGE_ROWS.devices, cursor }, context)
  )) {
    for (const device of page.devices) {
      devices.set(device.code, device);
    }
  }
  return [...devices.values()];
}
