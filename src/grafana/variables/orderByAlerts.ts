import { type Alert, compareUrgency, findPhase } from '../../core/alerts/alert';
import { seriesKey } from '../../core/inventory/seriesId';
import type { Device } from '../../core/inventory/device';
import type { InventoryValue } from '../../core/inventory/inventoryValues';
import { CONNECTION_WORDS, findMeaning } from '../../core/serverWords';

/** What decides the place of a value. */
interface Rank {
  /** The most urgent open alert of the device or tag. */
  readonly alert: Alert | undefined;
  /** The device, or the best one of those that have the tag. */
  readonly device: Device | undefined;
}

/**
 * The same values, with what is worth looking at first: those with the most urgent open alert, then those of connected devices, of
 * these with the latest contact. Values of which all this is the same stay in their order. Alerts of anything else do not count.
 * @param devices those that the values are of
 */
export function orderByAlerts(
  values: readonly InventoryValue[],
  kind: 'devices' | 'tags',
  devices: readonly Device[],
  alerts: readonly Alert[]
): InventoryValue[] {
  const ranks = kind === 'devices' ? rankDevices(devices, alerts) : rankTags(devices, alerts);
  const nothing: Rank = { alert: undefined, device: undefined };
  const rank = ({ value }: InventoryValue) => ranks.get(value) ?? nothing;
  return [...values].sort((a, b) => compareRanks(rank(a), rank(b)));
}

function rankDevices(devices: readonly Device[], alerts: readonly Alert[]): ReadonlyMap<string, Rank> {
  const urgent = mostUrgent(alerts, ({ device }) => device);
  return new Map(devices.map((device) => [device.code, { alert: urgent.get(device.code), device }]));
}

function rankTags(devices: readonly Device[], alerts: readonly Alert[]): ReadonlyMap<string, Rank> {
  const urgent = mostUrgent(alerts, seriesKey);
  const ranks = new Map<string, Rank>();
  for (const device of devices) {
    for (const { key } of device.tags) {
      const rank = { alert: urgent.get(seriesKey({ device: device.code, tag: key })), device };
      const best = ranks.get(key);
      if (best === undefined || compareRanks(rank, best) < 0) {
        ranks.set(key, rank);
      }
    }
  }
  return ranks;
}

/** The most urgent open alert of each group. */
function mostUrgent(alerts: readonly Alert[], chooseGroup: (alert: Alert) => string): ReadonlyMap<string, Alert> {
  const urgent = new Map<string, Alert>();
  for (const alert of alerts.filter((each) => findPhase(each) !== 'ended')) {
    const group = chooseGroup(alert);
    const best = urgent.get(group);
    if (best === undefined || compareUrgency(alert, best) < 0) {
      urgent.set(group, alert);
    }
  }
  return urgent;
}

function compareRanks(a: Rank, b: Rank): number {
  if (a.alert !== undefined && b.alert !== undefined) {
    return compareUrgency(a.alert, b.alert) || compareContact(a.device, b.device);
  }
  return Number(b.alert !== undefined) - Number(a.alert !== undefined) || compareContact(a.device, b.device);
}

/** Connected devices first, then the latest contact first. */
function compareContact(a: Device | undefined, b: Device | undefined): number {
  const contact = (device: Device | undefined) => device?.lastContactEpochMs ?? -Infinity;
  return Number(isConnected(b)) - Number(isConnected(a)) || (contact(a) === contact(b) ? 0 : contact(b) - contact(a));
}

function isConnected(device: Device | undefined): boolean {
  return device !== undefined && findMeaning(CONNECTION_WORDS, device.connection) === 'online';
}
