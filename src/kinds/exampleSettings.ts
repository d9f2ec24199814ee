import { t } from '@grafana/i18n';
import type { AlertsQuery, HistoryQuery } from '../query/telemetryQuery';
import { alertFormatOptions, alertStateOptions } from './alerts/AlertFilters';
import { statisticLabels } from './history/HistoryFields';
import { kindLabels } from './kindLabels';
import { shiftLabel } from './history/ShiftField';
import { stepLabel } from '../editors/query/stepLabel';
import type { QueryExample } from './examples';

/** What an example sets, in the words of the query editor: `Interval: 8 hours`. */
export function exampleSettings(query: QueryExample['query']): string[] {
  const settings: Array<readonly [label: string, value: string]> = [
    [t('editors.kind.label', 'Query type'), kindLabels()[query.kind]],
  ];
  const add = (label: string, value: string | undefined) => {
    if (value !== undefined) {
      settings.push([label, value]);
    }
  };
  if ('devices' in query) {
    add(t('editors.devices.label', 'Devices'), query.devices?.join(', '));
    add(t('editors.tags.label', 'Tags'), query.tags?.join(', '));
  }
  if (query.kind === 'history') {
    const { interval, offset, statistics, shift } = query as Partial<HistoryQuery>;
    const labels = statisticLabels();
    add(t('editors.interval.label', 'Interval'), interval === undefined ? undefined : stepLabel(interval));
    add(t('editors.offset.label', 'Steps start at'), offset);
    add(t('editors.statistics.label', 'Statistics'), statistics?.map((statistic) => labels[statistic]).join(', '));
    add(t('editors.shift.label', 'Time shift'), shift === undefined ? undefined : shiftLabel(shift));
  }
  if (query.kind === 'alerts') {
    const { state, format } = query as Partial<AlertsQuery>;
    add(t('editors.alertState.label', 'State'), alertStateOptions().find(({ value }) => value === state)?.label);
    add(t('editors.alertFormat.label', 'Format'), alertFormatOptions().find(({ value }) => value === format)?.label);
  }
  return settings.map(([label, value]) => `${label}: ${value}`);
}
