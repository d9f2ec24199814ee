import { type DataFrame, FieldType } from '@grafana/data';
import type { Alert } from '../../core/alerts/alert';
import { countAlerts } from '../../core/alerts/countAlerts';
import { findMeaning, type Severity, SEVERITY_WORDS } from '../../core/serverWords';
import type { EpochMs } from '../../core/time/window';
import { severityTexts } from '../../locales/valueTexts';
import { SEVERITY_COLORS } from '../../grafana/valueColors';
import { type FrameNotices, presentNotices } from '../../grafana/frames/notices';
import { countField } from '../../grafana/frames/tableFrame';

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
