import { type DataFrame, type FieldConfig, FieldType } from '@grafana/data';
import { presentLabels } from '../../../core/inventory/legend';
import { findMeaning, SEVERITY_WORDS } from '../../../core/serverWords';
import type { EpochMs, TimeWindow } from '../../../core/time/window';
import { grafanaUnit } from '../../../grafana/frames/grafanaUnit';
import { stateConfig } from '../../../grafana/frames/tagConfig';
import { GREY, SEVERITY_COLORS } from '../../../grafana/valueColors';
import { translate } from '../../../locales/translate';
import type { NamedAlert } from './alertTables';
import { alertEndEpochMs } from './trendLink';

interface StartValueOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  readonly window: TimeWindow;
}

/**
 * A dashed line for each alert at the reading at which it began, for as long as it lasts, in the color of its severity. Nothing for an
 * alert whose first reading the server does not report.
 */
export function startValueFrames(alerts: readonly NamedAlert[], options: StartValueOptions): DataFrame[] {
  return alerts.flatMap((named) =>
    named.alert.startValue === undefined ? [] : [startValueFrame(named, named.alert.startValue, options)]
  );
}

function startValueFrame(
  { alert, labels, profile }: NamedAlert,
  startValue: number,
  { refId, nowEpochMs, window }: StartValueOptions
): DataFrame {
  const severity = findMeaning(SEVERITY_WORDS, alert.severity);
  const fromEpochMs = Math.max(alert.startEpochMs, window.fromEpochMs);
  const toEpochMs = Math.max(fromEpochMs, Math.min(alertEndEpochMs(alert, nowEpochMs), window.toEpochMs));
  const config: FieldConfig = {
    unit: grafanaUnit(labels.unit),
    ...stateConfig(profile.states),
    displayNameFromDS: translate('alerts.startValueLine', '{{rule}}: value at start', { rule: alert.rule }),
    color: { mode: 'fixed', fixedColor: severity === undefined ? GREY : SEVERITY_COLORS[severity] },
    custom: LINE,
  };
  return {
    refId,
    name: alert.id,
    length: 2,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [fromEpochMs, toEpochMs] },
      {
        name: 'startValue',
        type: FieldType.number,
        labels: presentLabels(labels),
        config,
        values: [startValue, startValue],
      },
    ],
  };
}

/** The two ends of a line are joined, however far apart they are. */
const LINE = {
  lineStyle: { fill: 'dash', dash: [8, 6] },
  lineWidth: 2,
  showPoints: 'never',
  fillOpacity: 0,
  spanNulls: true,
};
