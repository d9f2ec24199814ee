import { type DataFrame, FieldType } from '@grafana/data';
import type { Alert } from '../../../core/alerts/alert';
import { findMeaning, type Severity, SEVERITY_WORDS } from '../../../core/serverWords';
import { type EpochMs, firstAfter, firstAtOrAfter } from '../../../core/time/window';
import { severityTexts } from '../../../locales/valueTexts';
import { SEVERITY_COLORS } from '../../../grafana/valueColors';
import { type FrameNotices, presentNotices } from '../../../grafana/frames/notices';
import { countField } from '../../../grafana/frames/tableFrame';

interface AlertCountsOptions {
  readonly refId: string;
  /** Step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  readonly nowEpochMs: EpochMs;
  /** True for the severities, as the server names them, that the query includes. */
  readonly includesSeverity: (severity: string) => boolean;
  readonly notices: FrameNotices;
}

/**
 * The number of active alerts per step: a field for each severity. The known severities have one even if no alert has them, so
 * that a panel without alerts shows zeros rather than “No data”, and its legend stays the same.
 */
export function alertCountsFrame(alerts: readonly Alert[], options: AlertCountsOptions): DataFrame {
  const { refId, edges, nowEpochMs, includesSeverity, notices } = options;
  const steps = Math.max(0, edges.length - 1);
  const counts = countAlerts(alerts, edges, {
    nowEpochMs,
    chooseGroup: ({ severity }) => findMeaning(SEVERITY_WORDS, severity) ?? severity,
  });
  const texts = severityTexts();
  const severities = Object.keys(SEVERITY_WORDS) as Severity[];
  const included = severities.filter((severity) => SEVERITY_WORDS[severity].some(includesSeverity));
  const others = [...counts.keys()].filter((group) => !Object.hasOwn(SEVERITY_WORDS, group)).sort();
  const severityField = (severity: string, text: string, color?: string) => ({
    ...countField({ name: severity, text, color }, counts.get(severity) ?? Array.from({ length: steps }, () => 0)),
    labels: { severity },
  });
  return {
    refId,
    name: refId,
    length: steps,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: Array.from(edges.subarray(0, steps)) },
      ...included.map((severity) => severityField(severity, texts[severity], SEVERITY_COLORS[severity])),
      ...others.map((severity) => severityField(severity, severity)),
    ],
    meta: { notices: presentNotices(notices), preferredVisualisationType: 'graph' },
  };
}

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
