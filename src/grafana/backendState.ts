import type { Clock, Stopwatch } from '../core/time/clock';

/** Between two checks of a backend that is lost, or that failures make look so. */
const RECHECK_MS = 5_000;
/** Between two checks of a backend that has never run in this page, at most: there may be none for the machine of Grafana. */
const MAX_RECHECK_MS = 300_000;

/** Whether the backend of the plugin runs: checked for the first request, and again where there is a reason. One check serves all. */
export class BackendState {
  private running: boolean | undefined;
  private hasRun = false;
  private check: Promise<boolean> | undefined;
  private checked: Stopwatch | undefined;
  private recheckMs = RECHECK_MS;

  /** @param isRunning asks the backend; never rejects */
  constructor(
    private readonly isRunning: () => Promise<boolean>,
    private readonly clock: Clock
  ) {}

  /** As last known. A backend that did not run is checked again from time to time, without waiting for it. */
  async runs(): Promise<boolean> {
    if (this.running === undefined) {
      return this.checkNow();
    }
    if (!this.running && this.sinceCheckMs() >= this.recheckMs) {
      void this.checkNow();
    }
    return this.running;
  }

  /** After a failure that may not be the API's. */
  async stillRuns(): Promise<boolean> {
    return this.running !== undefined && this.sinceCheckMs() < RECHECK_MS ? this.running : this.checkNow();
  }

  private checkNow(): Promise<boolean> {
    this.check ??= this.isRunning().then((isRunning) => {
      this.check = undefined;
      this.checked = this.clock.startStopwatch();
      this.hasRun ||= isRunning;
      this.recheckMs =
        this.hasRun || this.running === undefined ? RECHECK_MS : Math.min(2 * this.recheckMs, MAX_RECHECK_MS);
      this.running = isRunning;
      return isRunning;
    });
    return this.check;
  }

  /** Infinite before the first check. */
  private sinceCheckMs(): number {
    return this.checked?.ageMs() ?? Infinity;
  }
}
