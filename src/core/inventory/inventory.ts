import type { ApiClient, CallContext } from '../api/apiClient';
import { OPERATIONS } from '../api/operations';
import { readList } from '../api/pages';
import { TelemetryError } from '../api/telemetryError';
import type { Clock, Stopwatch } from '../time/clock';
import { decodeDevicesPage, type Device } from './device';
import { distinctDevices } from './distinctDevices';

/** Devices change by the day, while a dashboard needs them every few seconds. */
const MAX_AGE_MS = 5 * 60_000;
/** After a failure the next caller tries again, but not every panel of a dashboard at once. */
const FAILURE_MAX_AGE_MS = 5_000;

/** The devices that the key can read, with names that tell them apart, fetched once and shared by editors, variables and labels. */
export class Inventory {
  /** The newest list of devices. */
  private received: { readonly devices: readonly Device[]; readonly age: Stopwatch } | undefined;
  /** The newest request. */
  private request: DevicesRequest | undefined;

  constructor(
    private readonly client: ApiClient,
    private readonly clock: Clock
  ) {}

  /**
   * Every device with its tags. All callers share the result; see `cancel`.
   * @param maxAgeMs a shorter age for what changes by the minute, such as the connection
   * @throws TelemetryError when the server does not return them; `forbidden` when the key may not read them
   */
  async devices(maxAgeMs = MAX_AGE_MS): Promise<readonly Device[]> {
    const { received, request } = this;
    if (received !== undefined && received.age.ageMs() < maxAgeMs) {
      return received.devices;
    }
    return request !== undefined && isShared(request) ? request.devices : this.fetch();
  }

  /** The devices if they are loaded and not too old, without a request. */
  loaded(): readonly Device[] | undefined {
    const { received } = this;
    return received !== undefined && received.age.ageMs() < MAX_AGE_MS ? received.devices : undefined;
  }

  /** Ends the request in flight, if there is one: whoever waits for it gets an `AbortError`, and the next caller sends another. */
  cancel(): void {
    if (this.request?.state === 'in flight') {
      this.request.controller.abort();
      this.request = undefined;
    }
  }

  private fetch(): Promise<readonly Device[]> {
    const age = this.clock.startStopwatch();
    const controller = new AbortController();
    const devices = fetchAllDevices(this.client, controller.signal);
    const request: DevicesRequest = { devices, controller, state: 'in flight' };
    request.devices.then(
      (devices) => {
        this.received = { devices, age };
        request.state = 'over';
      },
      (error: unknown) => {
        // Without an answer of the API nothing was sent, and whoever waited for the answer tries again with it.
        const isUnresponsive = error instanceof TelemetryError && error.kind === 'unresponsive';
        request.state = isUnresponsive ? 'over' : { failed: this.clock.startStopwatch() };
      }
    );
    this.request = request;
    return request.devices;
  }
}

type DevicesRequest = {
  readonly devices: Promise<readonly Device[]>;
  readonly controller: AbortController;
  state: 'in flight' | 'over' | { readonly failed: Stopwatch };
};

/** Callers share a request while it is in flight, and for some time after it failed. */
function isShared({ state }: DevicesRequest): boolean {
  return typeof state === 'string' ? state === 'in flight' : state.failed.ageMs() < FAILURE_MAX_AGE_MS;
}

async function fetchAllDevices(client: ApiClient, signal: AbortSignal): Promise<readonly Device[]> {
  const context: CallContext = { group: 'inventory', signal };
  const limite = OPERATIONS.devices.maxRows;
  const devices = await readList(
    (siguiente) => client.get(OPERATIONS.devices, { limite, siguiente }, decodeDevicesPage, context),
    ({ code }) => code
  );
  return distinctDevices(devices);
}
