import type { Device } from '../../core/inventory/device';
import type { Inventory } from '../../core/inventory/inventory';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';

/** Data is shown with codes as names rather than wait for an inventory that hangs. */
const NAMES_TIMEOUT_MS = 3_000;

/** The devices of the inventory; none for a key that may not read them, so that series are shown with codes as names. */
export async function visibleDevices(inventory: Inventory): Promise<readonly Device[]> {
  try {
    return await inventory.devices();
  } catch {
    return [];
  }
}

/** Waits for something that only provides names, but not long. */
export function inTimeForNames<T>(naming: Promise<T>): Promise<T | undefined> {
  return withTimeout(naming, NAMES_TIMEOUT_MS, undefined);
}

/**
 * The devices that a filter is applied to, and that provide names.
 * @throws TelemetryError when the filter cannot be applied because the inventory is not available
 */
export async function devicesFor(
  { needsInventory }: Pick<CompiledFilter, 'needsInventory'>,
  inventory: Inventory
): Promise<readonly Device[]> {
  return needsInventory ? inventory.devices() : ((await inTimeForNames(visibleDevices(inventory))) ?? []);
}

/** What the promise resolves to, or the fallback when it takes longer. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), timeoutMs);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
