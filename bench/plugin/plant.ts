/** A series of the benchmark plant and its sampling intervals. */
export interface PlantSeries {
  readonly device: string;
  readonly tag: string;
  /** Before RECENT_FROM_MS. */
  readonly intervalMs: number;
  /** From RECENT_FROM_MS. */
  readonly recentIntervalMs: number;
}

/** A reading. */
export interface Sample {
  readonly tsEpochMs: number;
  readonly value: number;
}

const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The current time of the plugin, fixed so that all runs send the same requests. */
export const NOW_MS = Date.UTC(2025, 5, 15, 12);
/** Start of the history. */
export const HISTORY_FROM_MS = NOW_MS - 102 * DAY_MS;
/** Start of the last days, which have more readings. */
export const RECENT_FROM_MS = NOW_MS - 12 * DAY_MS;
/** End of the history, after NOW_MS because the clock advances during refreshes. */
export const HISTORY_TO_MS = NOW_MS + 2 * HOUR_MS;

export const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, '0')}`);

export const DEVICES = numbered('MAQ-', 10);
export const TAGS = numbered('medida_', 10);
/** Has one reading per minute over the whole history; its first tag has one every 20 s. */
export const [BUSY_DEVICE = ''] = DEVICES;

/** A hundred series. Devices other than BUSY_DEVICE have one reading per hour before the last days, to keep the database small. */
export const PLANT: readonly PlantSeries[] = DEVICES.flatMap((device) =>
  TAGS.map((tag): PlantSeries => {
    const isBusy = device === BUSY_DEVICE;
    const recentIntervalMs = isBusy && tag === TAGS[0] ? 20 * SECOND_MS : MINUTE_MS;
    return { device, tag, recentIntervalMs, intervalMs: isBusy ? recentIntervalMs : HOUR_MS };
  })
);

/** The times of readings in [fromEpochMs, toEpochMs), which must not span RECENT_FROM_MS. */
export function* readingTimes(series: PlantSeries, fromEpochMs: number, toEpochMs: number): Generator<number> {
  const intervalMs = fromEpochMs < RECENT_FROM_MS ? series.intervalMs : series.recentIntervalMs;
  for (let ts = Math.ceil(fromEpochMs / intervalMs) * intervalMs; ts < toEpochMs; ts += intervalMs) {
    yield ts;
  }
}

/** A daily sine wave with a ripple, with three decimals as from a transmitter. */
export function readingValue(tsEpochMs: number): number {
  const day = (tsEpochMs % DAY_MS) / DAY_MS;
  const ripple = ((tsEpochMs / SECOND_MS) * 7919) % 1000;
  return Math.round((60 + 25 * Math.sin(2 * Math.PI * day)) * 1000 + ripple) / 1000;
}
