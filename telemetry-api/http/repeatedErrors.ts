/** Calls a function again and again. @returns the function that ends it */
export type StartInterval = (work: () => void, everyMs: number) => () => void;

const INTERVAL_MS = 30_000;
/** More than an outage has: its errors differ by route and by what the database reports. */
const MAX_KINDS = 100;

type Kind = {
  /** Since the last interval, or since the first one was logged. */
  repeated: number;
  readonly writeCount: (repeated: number) => void;
};

/**
 * Counts errors that repeat: of an outage, each request has one. The first of a kind is logged, those that follow are counted, and their count is
 * logged at the end of each interval, until one passes without any.
 */
export class RepeatedErrors {
  /** By name. The one that was last seen is the last. */
  private readonly kinds = new Map<string, Kind>();
  private readonly stopInterval: () => void;

  constructor(startInterval: StartInterval = every) {
    this.stopInterval = startInterval(() => this.endInterval(), INTERVAL_MS);
  }

  /**
   * Counts an error, unless it is the first of its kind.
   * @param name what its kind is
   * @param writeCount logs how often the first error was repeated
   * @returns whether it is the first one, which has to be logged
   */
  isFirst(name: string, writeCount: (repeated: number) => void): boolean {
    const known = this.kinds.get(name);
    this.kinds.delete(name);
    this.kinds.set(name, known ?? { repeated: 0, writeCount });
    if (known !== undefined) {
      known.repeated += 1;
      return false;
    }
    if (this.kinds.size > MAX_KINDS) {
      const [oldest] = this.kinds.keys();
      this.forget(oldest ?? name);
    }
    return true;
  }

  /** Logs what is counted and not yet logged. */
  close(): void {
    this.stopInterval();
    [...this.kinds.keys()].forEach((name) => this.forget(name));
  }

  private endInterval(): void {
    for (const [name, kind] of this.kinds) {
      if (kind.repeated === 0) {
        this.kinds.delete(name);
      } else {
        kind.writeCount(kind.repeated);
        kind.repeated = 0;
      }
    }
  }

  private forget(name: string): void {
    const kind = this.kinds.get(name);
    this.kinds.delete(name);
    if (kind !== undefined && kind.repeated > 0) {
      kind.writeCount(kind.repeated);
    }
  }
}

const every: StartInterval = (work, everyMs) => {
  const timer = setInterval(work, everyMs);
  // The service ends although it runs.
  timer.unref();
  return () => clearInterval(timer);
};
