import { type EpochMs, firstAfter, firstAtOrAfter } from '../time/window';
import type { Alert } from './alert';

/**
 * How many alerts are active at any instant of each step. An alert is active from its start until just before its end, or
 * until now; one that ends when it starts is active at that instant. An alert counts in each step that it overlaps.
 * @param edges ascending; step i is [edges[i], edges[i + 1])
 * @param groupOf the group that counts the alert, such as its severity
 * @returns a count for each step, by group; without the groups that have no alert in any step
 */
export function countAlerts<G>(
  alerts: readonly Alert[],
  edges: Float64Array,
  { nowEpochMs, chooseGroup }: { readonly nowEpochMs: EpochMs; readonly chooseGroup: (alert: Alert) => G }
): Map<G, number[]> {
  const steps = Math.max(0, edges.length - 1);
  const changes = new Map<G, Int32Array>();
  for (const alert of alerts) {
    // An open alert may have started after “now” on the server's clock.
    const endEpochMs = alert.endEpochMs ?? Math.max(nowEpochMs, alert.startEpochMs);
    const first = Math.max(0, firstAfter(edges, alert.startEpochMs) - 1);
    const last =
      Math.min(steps, Math.max(firstAtOrAfter(edges, endEpochMs), firstAfter(edges, alert.startEpochMs))) - 1;
    if (alert.startEpochMs < (edges[steps] ?? -Infinity) && last >= first) {
      const group = chooseGroup(alert);
      const change = changes.get(group) ?? new Int32Array(steps + 1);
      change[first]! += 1;
      change[last + 1]! -= 1;
      changes.set(group, change);
    }
  }
  return new Map([...changes].map(([group, change]) => [group, runningSums(change.subarray(0, steps))]));
}

function runningSums(changes: Int32Array): number[] {
  let sum = 0;
  return Array.from(changes, (change) => (sum += change));
}
