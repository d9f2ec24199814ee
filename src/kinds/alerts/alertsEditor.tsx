import { t } from '@grafana/i18n';
import type { KindEditor } from '../../editors/shared/kindEditor';
import { AlertFilters, alertFormatTexts, alertStateTexts } from './AlertFilters';
import { wordLabel } from '../../editors/query/PlainFields';
import type { AlertsQuery } from './alertsQuery';

export const ALERTS_EDITOR: KindEditor<AlertsQuery> = {
  label: () => t('editors.kind.alerts', 'Alerts'),
  description: () => t('editors.kind.alertsDescription', 'Alerts of the server, as a list, counted or over charts'),
  Fields: AlertFilters,
  examples: () => [
    {
      title: t('help.openAlerts.title', 'Open alerts'),
      explanation: t('help.openAlerts.text', 'Alerts that have not ended, with their severity and duration.'),
      query: { state: 'open' },
    },
    {
      title: t('help.alertCount.title', 'Alerts over time'),
      explanation: t('help.alertCount.text', 'How many alerts of each severity were active, for a bar chart.'),
      query: { format: 'count' },
    },
    {
      title: t('help.alertTimeline.title', 'Alerts per device over time'),
      explanation: t(
        'help.alertTimeline.text',
        'The highest severity of each device at every instant, for a state timeline.'
      ),
      query: { format: 'timeline' },
    },
  ],
  exampleSettings: ({ state, format }) => [
    [t('editors.alertState.label', 'State'), state && wordLabel(alertStateTexts(), state)],
    [t('editors.alertFormat.label', 'Format'), format && wordLabel(alertFormatTexts(), format)],
  ],
};
