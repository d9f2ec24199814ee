import type { SeriesId } from '../core/history/seriesId';
import type { Device } from '../core/inventory/device';
import type { Inventory } from '../core/inventory/inventory';
import type { HistoryQuery } from '../query/telemetryQuery';

/** The devices of the inventory. A key that may not see them draws the same lines, with codes for names. */
export async function visibleDevices(inventory: Inventory): Promise<readonly Device[]> {
  try {
    return await inventory.devices();
  } catch {
    return [];
  }
}

/**
 * The pairs of device and tag that exist. A device that the inventory does not list is asked for as it is: it may have been
 * taken out of service, and its history is still there.
 * @param devices asked for where a pair may not exist: for a single one, its readings go first
 */
export async function existingSeries(
  query: HistoryQuery,
  devices: () => Promise<readonly Device[]>
): Promise<SeriesId[]> {
  const pairs = query.devices.flatMap((device) => query.tags.map((tag) => ({ device, tag })));
  if (pairs.length <= 1) {
    return pairs;
  }
  const tagsOf = new Map((await devices()).map(({ code, tags }) => [code, new Set(tags.map(({ key }) => key))]));
  return pairs.filter(({ device, tag }) => tagsOf.get(device)?.has(tag) ?? true);
}

/** Readings that have come are drawn with codes for names rather than kept waiting for an inventory that hangs. */
const LATE_MS = 3_000;

/** What the promise brings, or the stand-in when it does not come soon. */
export function unlessLate<T>(promise: Promise<T>, standIn: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(standIn), LATE_MS);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
