import type { EpochMs } from './window';

/** The current time, durations and delays, injected so that tests need not wait. */
export interface Clock {
  /** The time of day, which can be set at any time: only for what is compared with the times of data, or shown. */
  readonly nowEpochMs: () => EpochMs;
  /** Begins to measure how long something lasts, or how old it is. */
  readonly startStopwatch: () => Stopwatch;
  /** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Measures a duration by a clock that cannot be set: when the time of day is set back by an hour, what is cached for seconds must not be used
 * for an hour.
 *
 * It is an object because the compiler allows every subtraction and comparison of two numbers, also of branded ones: so no duration can be
 * computed from a time of day by mistake, or the other way round.
 */
export interface Stopwatch {
  /** Milliseconds since it was started. They may leave out the time for which the machine slept. For time limits and costs. */
  readonly elapsedMs: () => number;
  /**
   * Milliseconds since it was started, with the time for which the machine slept. For the age of what is cached. If the time of day is set
   * forward, something may be taken for older than it is and is requested once more; it is never taken for younger.
   */
  readonly ageMs: () => number;
}

/**
 * @param runningMs a clock that cannot be set. That of many browsers stands still while the machine sleeps; only the time of day shows it.
 */
export function createStopwatchStarter(nowEpochMs: () => EpochMs, runningMs: () => number): () => Stopwatch {
  return () => {
    const startedMs = runningMs();
    const startedEpochMs = nowEpochMs();
    // Whole, as times of day are: they are shown.
    const elapsedMs = () => Math.floor(runningMs() - startedMs);
    return { elapsedMs, ageMs: () => Math.max(elapsedMs(), nowEpochMs() - startedEpochMs) };
  };
}

/** A stopwatch that has been running for longer: of what was cached elsewhere before. */
export function olderBy(stopwatch: Stopwatch, byMs: number): Stopwatch {
  return { elapsedMs: () => stopwatch.elapsedMs() + byMs, ageMs: () => stopwatch.ageMs() + byMs };
}

/** The stopwatch of the oldest; undefined if there is none. */
export function oldest(stopwatches: ReadonlyArray<Stopwatch | undefined>): Stopwatch | undefined {
  let first: Stopwatch | undefined;
  for (const one of stopwatches) {
    if (one !== undefined && (first === undefined || one.ageMs() > first.ageMs())) {
      first = one;
    }
  }
  return first;
}

/** @param runningMs as of `createStopwatchStarter` */
export function createClock(runningMs: () => number): Clock {
  const nowEpochMs = () => Date.now();
  return {
    nowEpochMs,
    startStopwatch: createStopwatchStarter(nowEpochMs, runningMs),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const wake = () => {
          signal.removeEventListener('abort', stopWaiting);
          resolve();
        };
        const timer = setTimeout(wake, delayMs);
        const stopWaiting = () => {
          clearTimeout(timer);
          reject(signal.reason);
        };
        signal.addEventListener('abort', stopWaiting, { once: true });
      }),
  };
}

/** The clock of a browser. */
export const systemClock: Clock = createClock(() => performance.now());

/**
 * While a page runs and something is waited for, it is observed every few seconds. After a longer gap the machine slept, the browser
 * had stopped the tab, or nobody waited.
 */
const MAX_GAP_MS = 20_000;

/** How long something has lasted while it was observed: a gap in which nobody looked starts it again. */
export class ObservedTime {
  private started: Stopwatch | undefined;
  private seen: Stopwatch | undefined;

  constructor(private readonly clock: Clock) {}

  /** Begins now, unless it has begun. */
  start(): void {
    const now = this.clock.startStopwatch();
    if (this.started === undefined || this.seen === undefined || this.seen.ageMs() > MAX_GAP_MS) {
      this.started = now;
    }
    this.seen = now;
  }

  /** Begins now. */
  restart(): void {
    this.stop();
    this.start();
  }

  stop(): void {
    this.started = undefined;
  }

  /** Milliseconds since it began; 0 if it has not. Counts as an observation. */
  observeMs(): number {
    if (this.started === undefined) {
      return 0;
    }
    this.start();
    return this.started.elapsedMs();
  }
}

/** Clocks of devices, servers and browsers may differ by so much. A wrong time zone is more. */
const CLOCK_TOLERANCE_MS = 15 * 60_000;

/**
 * How long ago an instant is, in milliseconds; undefined if there is none. An instant ahead by no more than clocks differ counts as now. One
 * further ahead is wrong, and how far ahead it is stands for its age, so that an alert rule on ages fires.
 */
export function ageMs(timeEpochMs: EpochMs | undefined, nowEpochMs: EpochMs): number | undefined {
  if (timeEpochMs === undefined) {
    return undefined;
  }
  return isAhead(timeEpochMs, nowEpochMs) ? timeEpochMs - nowEpochMs : Math.max(0, nowEpochMs - timeEpochMs);
}

/** True for an instant that is ahead by more than clocks differ: its time is wrong. */
export function isAhead(timeEpochMs: EpochMs | undefined, nowEpochMs: EpochMs): boolean {
  return timeEpochMs !== undefined && timeEpochMs - nowEpochMs > CLOCK_TOLERANCE_MS;
}
