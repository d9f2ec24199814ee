import {
  type DataFrame,
  FieldType,
  MappingType,
  type QueryResultMetaNotice,
  SpecialValueMatch,
  type ValueMapping,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { compareSeverity } from '../../../core/alerts/alert';
import { groupBy } from '../../../core/alerts/groupBy';
import { type SeverityChange, severityTimeline } from '../../../core/alerts/severityTimeline';
import { distinctNames, presentLabels } from '../../../core/inventory/legend';
import { compareNaturally } from '../../../core/inventory/inventoryValues';
import { type EpochMs, type TimeWindow, windowMs } from '../../../core/time/window';
import { type FrameNotices, presentNotices, warning } from '../../../grafana/frames/notices';
import { severityLabels, valueMappings } from '../../../grafana/frames/valueLabels';
import { GREY } from '../../../grafana/valueColors';
import { translate } from '../../../locales/translate';
import type { AlertsQuery } from '../alertsQuery';
import type { NamedAlert } from './alertTables';

interface AlertTimelineOptions {
  readonly refId: string;
  readonly window: TimeWindow;
  readonly nowEpochMs: EpochMs;
  readonly linePer: AlertsQuery['linePer'];
  /** True if there are no other alerts: a timeline without any then says so. */
  readonly isKnown: boolean;
  readonly notices: FrameNotices;
}

/** Explore has no timeline. */
const META = { preferredVisualisationType: 'table' } as const;

/** More lines cannot be read. */
const MAX_LINES = 100;

/**
 * A frame for each device or tag that has alerts, with the highest severity of its open alerts whenever it changes, for a state timeline.
 * The values are the words of the server, which are shown in the language of the interface; null where no alert is open.
 */
export function alertTimelineFrames(alerts: readonly NamedAlert[], options: AlertTimelineOptions): DataFrame[] {
  const { refId, window, nowEpochMs, linePer, isKnown } = options;
  const lines = [
    ...groupBy(alerts, ({ alert: { device, tag } }) =>
      JSON.stringify(linePer === 'device' ? [device] : [device, tag])
    ).values(),
  ];
  if (lines.length === 0) {
    const name = t('alerts.noneInRange', 'No alerts in the time range');
    const notices = presentNotices(options.notices);
    const none = { refId, name, length: 0, fields: [], meta: { ...META, notices } };
    return [
      isKnown ? { ...none, ...severities([{ atEpochMs: window.fromEpochMs, severity: undefined }], name) } : none,
    ];
  }
  const names = distinctNames(
    lines.map(([{ labels }]) => ({ labels, template: linePer === 'device' ? '{{device}}' : '', refId }))
  );
  const named = lines
    .map((line, index) => ({ line, name: names[index]! }))
    .sort((a, b) => compareNaturally(a.name, b.name));
  const notices = presentNotices([...options.notices, omittedNotice(named.length)]);
  return named.slice(0, MAX_LINES).map(({ line, name }, index): DataFrame => {
    const changes = severityTimeline(
      line.map(({ alert }) => alert),
      window,
      nowEpochMs
    );
    const { tag, ...ofDevice } = presentLabels(line[0].labels);
    const labels = linePer === 'device' || tag === undefined ? ofDevice : { ...ofDevice, tag };
    const drawn = [...drawingOrder(changes, window), ...changes];
    return { refId, name, ...severities(drawn, name, labels), meta: { ...META, ...(index === 0 && { notices }) } };
  });
}

/**
 * Grafana draws every state at least a pixel wide, and one color of a row after another, in the order in which they first appear in it: a
 * color that appears later covers a short state. Where that would be the wrong way round, each severity stands once before the range, where
 * nothing is seen, the lowest one first.
 */
function drawingOrder(changes: readonly SeverityChange[], window: TimeWindow): SeverityChange[] {
  const words = [...new Set(changes.flatMap(({ severity }) => severity ?? []))].map((severity) => ({ severity }));
  if (words.every((word, index) => index === 0 || compareSeverity(words[index - 1]!, word) >= 0)) {
    return [];
  }
  const lowestFirst = words.sort((a, b) => compareSeverity(b, a));
  const fromEpochMs = window.fromEpochMs - windowMs(window) - lowestFirst.length;
  return [...lowestFirst, { severity: undefined }].map(({ severity }, index) => ({
    atEpochMs: fromEpochMs + index,
    severity,
  }));
}

function severities(
  changes: readonly SeverityChange[],
  name: string,
  labels?: Record<string, string>
): Pick<DataFrame, 'fields' | 'length'> {
  return {
    length: changes.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: changes.map(({ atEpochMs }) => atEpochMs) },
      {
        name: 'severity',
        type: FieldType.string,
        ...(labels && { labels }),
        config: {
          displayNameFromDS: name,
          mappings: valueMappings(Object.entries(severityLabels())).filter((mapping) => !isOfNull(mapping)),
          // Of a word that only the server knows.
          color: { mode: 'fixed', fixedColor: GREY },
          // The color of a severity is not mixed with that of another, which it covers.
          custom: { fillOpacity: 100 },
        },
        values: changes.map(({ severity }) => severity ?? null),
      },
    ],
  };
}

/** With a mapping, null would be a state of its own. */
function isOfNull(mapping: ValueMapping): boolean {
  return mapping.type === MappingType.SpecialValue && mapping.options.match === SpecialValueMatch.Null;
}

function omittedNotice(lines: number): QueryResultMetaNotice | undefined {
  return lines <= MAX_LINES
    ? undefined
    : warning(
        translate(
          'notices.omittedLines',
          'Showing the first {{shown}} of {{total}} lines. Filter the query to see the others.',
          {
            shown: MAX_LINES,
            total: lines,
          }
        )
      );
}
