import { readPages } from '../api/readPages';
import { type CallContext, MAX_PAGE_ROWS, type TelemetryClient } from '../api/telemetryClient';
import type { Clock } from '../time/clock';
import type { EpochMs } from '../time/window';
import type { Device } from './device';

/** Devices come and go by the day, while a dashboard asks for them every few seconds. */
const KEPT_MS = 5 * 60_000;
/** After a failure the next one who asks tries again, but not every panel of a dashboard at once. */
const FAILURE_KEPT_MS = 5_000;

/** The devices of the key, asked for once and shared by editors, variables and labels. */
export class Inventory {
  private kept: { readonly devices: Promise<readonly Device[]>; expiresEpochMs: EpochMs } | undefined;

  constructor(
    private readonly client: TelemetryClient,
    private readonly clock: Clock
  ) {}

  /**
   * Every device with its tags, at most five minutes old. Not cancellable: the answer is for everybody.
   * @throws TelemetryError when the server does not give them, `forbidden` above all
   */
  devices(): Promise<readonly Device[]> {
    const now = this.clock.nowEpochMs();
    if (this.kept === undefined || this.kept.expiresEpochMs <= now) {
      const kept = { devices: readAllDevices(this.client), expiresEpochMs: now + KEPT_MS };
      kept.devices.catch(() => {
        kept.expiresEpochMs = this.clock.nowEpochMs() + FAILURE_KEPT_MS;
      });
      this.kept = kept;
    }
    return this.kept.devices;
  }
}

async function readAllDevices(client: TelemetryClient): Promise<readonly Device[]> {
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
