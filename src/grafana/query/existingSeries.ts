import type { SeriesId } from '../../core/history/seriesId';
import type { Device } from '../../core/inventory/device';
import type { Inventory } from '../../core/inventory/inventory';
import type { HistoryQuery } from '../../query/telemetryQuery';

/** The devices of the inventory; none for a key that may not read them, so that series are shown with codes as names. */
export async function visibleDevices(inventory: Inventory): Promise<readonly Device[]> {
  try {
    return await inventory.devices();
  } catch {
    return [];
  }
}

/**
 * The pairs of device and tag that exist. Every tag is requested of a device that the inventory does not list: it may have
 * been decommissioned, and its history is still there.
 * @param devices called only when a pair may not exist: a single pair is requested without waiting for the inventory
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

/** What the promise resolves to, or the fallback when it takes longer. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), timeoutMs);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
