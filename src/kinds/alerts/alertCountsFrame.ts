import { type DataFrame, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import type { Alert } from '../../core/alerts/alert';
import { countAlerts } from '../../core/alerts/countAlerts';
import { findMeaning, type Severity, SEVERITY_WORDS } from '../../core/serverWords';
import type { EpochMs } from '../../core/time/window';
import { severityTexts } from '../../locales/valueTexts';
import { SEVERITY_COLORS } from '../../grafana/valueColors';
import { COUNT_UNIT } from '../../grafana/frames/grafanaUnit';

interface AlertCountsOptions {
  readonly refId: string;
  /** Step i is [edges[i], edges[i + 1]). */
  readonly edges: Float64Array;
  readonly nowEpochMs: EpochMs;
  /** True for the severities, as the server names them, that the query includes. */
  readonly includesSeverity: (severity: string) => boolean;
  readonly notices: QueryResultMetaNotice[];
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
    groupOf: ({ severity }) => findMeaning(SEVERITY_WORDS, severity) ?? severity,
  });
  const texts = severityTexts();
  const severities = Object.keys(SEVERITY_WORDS) as Severity[];
  const included = severities.filter((severity) => SEVERITY_WORDS[severity].some(includesSeverity));
  const others = [...counts.keys()].filter((group) => !Object.hasOwn(SEVERITY_WORDS, group)).sort();
  const zeros = () => Array.from({ length: steps }, () => 0);
  const countField = (group: string, config: Field['config']): Field<number> => ({
    name: group,
    type: FieldType.number,
    labels: { severity: group },
    config: { unit: COUNT_UNIT, decimals: 0, min: 0, ...config },
    values: counts.get(group) ?? zeros(),
  });
  const severityField = (severity: Severity) =>
    countField(severity, {
      displayNameFromDS: texts[severity],
      color: { mode: 'fixed', fixedColor: SEVERITY_COLORS[severity] },
    });
  return {
    refId,
    name: refId,
    length: steps,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: Array.from(edges.subarray(0, steps)) },
      ...included.map(severityField),
      ...others.map((severity) => countField(severity, { displayNameFromDS: severity })),
    ],
    meta: { notices, preferredVisualisationType: 'graph' },
  };
}
