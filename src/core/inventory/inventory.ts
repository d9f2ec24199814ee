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
  private cached: { readonly devices: Promise<readonly Device[]>; expiresEpochMs: EpochMs } | undefined;

  constructor(
    private readonly client: TelemetryClient,
    private readonly clock: Clock
  ) {}

  /**
   * Every device with its tags, at most five minutes old. Cannot be cancelled, because all callers share the result.
   * @throws TelemetryError when the server does not return them; `forbidden` when the key may not read them
   */
  devices(): Promise<readonly Device[]> {
    const now = this.clock.nowEpochMs();
    if (this.cached === undefined || this.cached.expiresEpochMs <= now) {
      const cached = { devices: fetchAllDevices(this.client), expiresEpochMs: now + MAX_AGE_MS };
      cached.devices.catch(() => {
        cached.expiresEpochMs = this.clock.nowEpochMs() + FAILURE_MAX_AGE_MS;
      });
      this.cached = cached;
    }
    return this.cached.devices;
  }
}

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
