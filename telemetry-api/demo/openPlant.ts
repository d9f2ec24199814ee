import type pg from 'pg';
import { readTagIds, upsertDevices } from '../store/inventory.ts';
import { readRetentionCutoff } from '../store/keptFrom.ts';
import { readTagTimeRanges } from '../store/readExtents.ts';
import { demoPlant, tagsOf } from './demoPlant.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import type { DemoDevice, DemoTag } from './plantModel.ts';

/** A tag of the plant in the database, and what it still lacks. */
export type PlantSeries = {
  readonly device: DemoDevice;
  readonly tag: DemoTag;
  readonly tagId: number;
  /** Its first instant that has not been written. */
  fromMs: number;
};

export interface OpenPlant {
  readonly devices: DemoDevice[];
  readonly series: PlantSeries[];
  readonly historyStartMs: number;
  /** False where some of it was there already. */
  readonly isNew: boolean;
}

/** What a plant that stood still gets back at most; a fast logger holds less. */
const LONGEST_CATCH_UP_MS = 90 * DAY_MS;
const FAST_CATCH_UP_MS = 3 * DAY_MS;

/**
 * Puts the plant into the inventory and finds how far its readings go. Where there are some, the day of its seeding follows
 * from the first of them, so that it stays the same plant.
 * @param historyDays of a new plant
 * @throws where the stored plant was made with another number of days
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
      `The demo plant of this database goes back to ${new Date(historyStartMs).toISOString().slice(0, 10)} only: ` +
        `it was made with another --days than ${historyDays}. Give the same number again.`
    );
  }
  const cutoffMs = await readRetentionCutoff(pool, 'raw');
  if (isNew && historyStartMs < cutoffMs) {
    throw new Error(
      `The demo plant has a history of ${historyDays} days, and this database keeps readings from ` +
        `${new Date(cutoffMs).toISOString().slice(0, 10)} on (RETENTION_RAW_DAYS). Give it fewer --days.`
    );
  }
  const devices = demoPlant(anchorMs);
  const series = tagsOf(devices).map(({ device, tag }) => {
    const tagId = idOf(device, tag);
    const timeRange = timeRanges.get(tagId);
    const longestMs = isFast(tag) ? FAST_CATCH_UP_MS : LONGEST_CATCH_UP_MS;
    const fromMs = timeRange ? Math.max(timeRange.lastMs + 1, nowMs - longestMs, cutoffMs) : historyStartMs;
    return { device, tag, tagId, fromMs: (tag.untilMs ?? Infinity) <= fromMs ? nowMs : fromMs };
  });
  return { devices, series, historyStartMs, isNew };
}

function isFast({ cadence }: DemoTag): boolean {
  return cadence.kind === 'steady' && cadence.everyMs < MINUTE_MS;
}
