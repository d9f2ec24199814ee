/** One variable of the plant that is measured, and the times of its readings. */
export interface PlantSeries {
  readonly device: string;
  readonly tag: string;
  /** Distance between readings over the whole history, and over the last days. */
  readonly cadenceMs: number;
  readonly recentCadenceMs: number;
}

const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time it is for the plugin: a fixed one, so that every run asks for the same. */
export const NOW_MS = Date.UTC(2025, 5, 15, 12);
/** The history reaches from here … */
export const HISTORY_FROM_MS = NOW_MS - 102 * DAY_MS;
/** … through the "last days" … */
export const RECENT_FROM_MS = NOW_MS - 12 * DAY_MS;
/** … to here: the clock of the plugin moves on while it refreshes. */
export const HISTORY_TO_MS = NOW_MS + 2 * HOUR_MS;

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, '0')}`);

export const DEVICES = numbered('MAQ-', 10);
export const TAGS = numbered('medida_', 10);
/** The device with a reading a minute at all times; its first tag has one every 20 s. */
export const [BUSY_DEVICE = ''] = DEVICES;

/** A hundred series. Those of the other devices have a reading an hour before the last days: most of them are read coarsely. */
export const PLANT: readonly PlantSeries[] = DEVICES.flatMap((device) =>
  TAGS.map((tag): PlantSeries => {
    const isBusy = device === BUSY_DEVICE;
    const recentCadenceMs = isBusy && tag === TAGS[0] ? 20 * SECOND_MS : MINUTE_MS;
    return { device, tag, recentCadenceMs, cadenceMs: isBusy ? recentCadenceMs : HOUR_MS };
  })
);

/** The times of the readings of a series in [fromEpochMs, toEpochMs), which lies wholly before or after RECENT_FROM_MS. */
export function* readingTimes(series: PlantSeries, fromEpochMs: number, toEpochMs: number): Generator<number> {
  const cadenceMs = fromEpochMs < RECENT_FROM_MS ? series.cadenceMs : series.recentCadenceMs;
  for (let ts = Math.ceil(fromEpochMs / cadenceMs) * cadenceMs; ts < toEpochMs; ts += cadenceMs) {
    yield ts;
  }
}

/** A daily swing with a ripple, to three decimals like a transmitter's. */
export function readingValue(tsEpochMs: number): number {
  const day = (tsEpochMs % DAY_MS) / DAY_MS;
  const ripple = ((tsEpochMs / SECOND_MS) * 7919) % 1000;
  return Math.round((60 + 25 * Math.sin(2 * Math.PI * day)) * 1000 + ripple) / 1000;
}
