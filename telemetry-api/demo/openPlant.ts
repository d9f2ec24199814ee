import type pg from 'pg';
import { readTagIds, upsertDevices } from '../store/inventory/inventory.ts';
import { readRetentionCutoff } from '../store/readings/retentionCutoff.ts';
import { readTagTimeRanges } from '../store/readings/storedRange.ts';
import { demoPlant, tagsOf } from './demoPlant.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, DemoTag } from './plantModel.ts';

/** A tag of the plant in the database, and where its readings continue. */
export type PlantSeries = {
  readonly device: DemoDevice;
  readonly tag: DemoTag;
  readonly tagId: number;
  /** The first instant that is not written yet. */
  fromMs: number;
};

export interface OpenPlant {
  readonly devices: DemoDevice[];
  readonly series: PlantSeries[];
  readonly historyStartMs: number;
  /** False if the database already had readings of the plant. */
  readonly isNew: boolean;
}

/** Maximum time that is filled in after a pause; shorter for fast loggers. */
const MAX_CATCH_UP_MS = 90 * DAY_MS;
const MAX_FAST_CATCH_UP_MS = 3 * DAY_MS;

/**
 * Adds the plant to the inventory and finds the last reading of each tag. If there are readings, the day of the seeding is derived
 * from the first one, so that the signals stay the same.
 * @param historyDays length of the history of a new plant
 * @throws if the stored plant was created with another number of days
 */
export async function openPlant(pool: pg.Pool, nowMs: number, historyDays: number): Promise<OpenPlant> {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  await upsertDevices(pool, demoPlant(todayMs));
  const tagIds = await readTagIds(pool);
  const timeRanges = await readTagTimeRanges(pool);
  const idOf = (device: DemoDevice, tag: DemoTag) => tagIds.get(device.code)?.get(tag.key) ?? 0;

  const firstDays = tagsOf(demoPlant(todayMs)).flatMap(
    ({ device, tag }) => timeRanges.get(idOf(device, tag))?.firstDayMs ?? []
  );
  const isNew = firstDays.length === 0;
  const historyStartMs = isNew ? todayMs - historyDays * DAY_MS : Math.min(...firstDays);
  const anchorMs = historyStartMs + historyDays * DAY_MS;
  if (anchorMs > todayMs) {
    throw new Error(
      `The history of the demo plant in this database starts on ${new Date(historyStartMs).toISOString().slice(0, 10)}: ` +
        `it was created with another --days than ${historyDays}. Use the same number again.`
    );
  }
  const cutoffMs = await readRetentionCutoff(pool, 'raw');
  if (isNew && historyStartMs < cutoffMs) {
    throw new Error(
      `The demo plant has a history of ${historyDays} days, but this database only keeps readings since ` +
        `${new Date(cutoffMs).toISOString().slice(0, 10)} (RETENTION_RAW_DAYS). Use fewer --days.`
    );
  }
  const devices = demoPlant(anchorMs);
  const series = tagsOf(devices).map(({ device, tag }) => {
    const tagId = idOf(device, tag);
    const timeRange = timeRanges.get(tagId);
    const longestMs = isFast(tag) ? MAX_FAST_CATCH_UP_MS : MAX_CATCH_UP_MS;
    const fromMs = timeRange ? Math.max(timeRange.lastMs + 1, nowMs - longestMs, cutoffMs) : historyStartMs;
    return { device, tag, tagId, fromMs: tag.untilMs <= fromMs ? nowMs : fromMs };
  });
  return { devices, series, historyStartMs, isNew };
}

function isFast({ cadence }: DemoTag): boolean {
  return cadence.isDue === undefined && cadence.everyMs < MINUTE_MS;
}
