import { type DataFrame, DataTopic, dateTimeFormat, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { findPhase } from '../../../core/alerts/alert';
import { findMeaning, type Severity, SEVERITY_WORDS } from '../../../core/serverWords';
import type { EpochMs } from '../../../core/time/window';
import { translate } from '../../../locales/translate';
import { quantityText } from '../../../locales/quantityText';
import { alertStateText, severityText } from '../../../locales/valueTexts';
import { type FrameNotices, presentNotices } from '../../../grafana/frames/notices';
import { plainHtml } from '../../../grafana/frames/plainHtml';
import { stateText } from '../../../grafana/frames/tagConfig';
import { column, columnFields } from '../../../grafana/frames/tableFrame';
import { ANNOTATION_STATES, SEVERITY_COLORS } from '../../../grafana/valueColors';
import type { NamedAlert } from './alertTables';
import { createTrendAddress, trendLink } from './trendLink';

interface AnnotationsOptions {
  readonly refId: string;
  readonly timeZone: string;
  /** The end of the region of an alert that has not ended. */
  readonly rangeEndEpochMs: EpochMs;
  readonly notices: FrameNotices;
  /** For the events of a panel's own query, which Grafana distinguishes from data by their topic, and which have links. */
  readonly ofPanel: { readonly nowEpochMs: EpochMs; readonly dataSourceUid: string } | undefined;
}

/** Alerts as annotation events, each a region from its start to its end. Grafana finds the columns by their names. */
export function annotationsFrame(alerts: readonly NamedAlert[], options: AnnotationsOptions): DataFrame {
  const { refId, timeZone, rangeEndEpochMs, notices, ofPanel } = options;
  /** A severity without a known meaning has none: its event has the color of the annotation layer. */
  const bySeverity =
    (values: Readonly<Record<Severity, string>>) =>
    ({ alert }: NamedAlert) => {
      const severity = findMeaning(SEVERITY_WORDS, alert.severity);
      return severity === undefined ? undefined : values[severity];
    };
  const trendAddress = ofPanel && createTrendAddress(ofPanel);
  return {
    refId,
    name: refId,
    length: alerts.length,
    fields: columnFields<NamedAlert>(alerts, [
      column('time', FieldType.time, ({ alert }) => alert.startEpochMs),
      column('timeEnd', FieldType.time, ({ alert }) => alert.endEpochMs ?? rangeEndEpochMs),
      // Grafana renders title and text as HTML.
      column('title', FieldType.string, ({ alert }) => plainHtml(alert.rule)),
      column('text', FieldType.string, (named) => plainHtml(annotationText(named, timeZone)), {
        ...(ofPanel && { links: [trendLink()] }),
      }),
      column('tags', FieldType.other, ({ alert }) =>
        [severityText(alert.severity), alertStateText(alert.state)].filter((word) => word !== '')
      ),
      // Grafana offers to edit and delete every event but those with the id 0.
      column('id', FieldType.number, () => 0),
      column('newState', FieldType.string, bySeverity(ANNOTATION_STATES)),
      column('color', FieldType.string, bySeverity(SEVERITY_COLORS)),
      ...(trendAddress === undefined
        ? []
        : [
            column('isRegion', FieldType.boolean, () => true),
            column('trendUrl', FieldType.string, ({ alert }: NamedAlert) => trendAddress(alert)),
          ]),
    ]),
    meta: { notices: presentNotices(notices), ...(ofPanel && { dataTopic: DataTopic.Annotations }) },
  };
}

function annotationText({ alert, labels, profile }: NamedAlert, timeZone: string): string {
  const parts: string[] = [];
  if (alert.startValue !== undefined) {
    const value = stateText(profile, alert.startValue) ?? quantityText(alert.startValue, labels.unit);
    parts.push(translate('alerts.textStartValue', '{{value}} at start', { value }));
  }
  if (alert.peakValue !== undefined) {
    const value = stateText(profile, alert.peakValue) ?? quantityText(alert.peakValue, labels.unit);
    parts.push(translate('alerts.textPeakValue', 'peak {{value}}', { value }));
  }
  if (alert.acknowledgedEpochMs !== undefined) {
    const time = dateTimeFormat(alert.acknowledgedEpochMs, { timeZone });
    parts.push(translate('alerts.textAcknowledged', 'acknowledged {{time}}', { time }));
  }
  if (findPhase(alert) !== 'ended') {
    parts.push(t('alerts.textOpen', 'still open'));
  }
  return [`${labels.deviceName} · ${labels.name}`, ...(parts.length > 0 ? [parts.join(' · ')] : [])].join(': ');
}
