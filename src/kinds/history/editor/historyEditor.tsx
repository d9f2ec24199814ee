import { t } from '@grafana/i18n';
import type { Device } from '../../../core/inventory/device';
import { findTagRole, type TagRole, type TagTypeWords } from '../../../core/serverWords';
import { stepLabel } from '../../../locales/stepText';
import type { KindEditor, QueryExample } from '../../../editors/shared/kindEditor';
import { INTERVAL_RANGE } from '../../../query/interval';
import { HistoryFields } from './HistoryFields';
import type { HistoryQuery } from '../historyQuery';
import { statisticLabels } from '../statisticLabels';
import { shiftLabel } from './ShiftField';

export const HISTORY_EDITOR: KindEditor<HistoryQuery> = {
  label: () => t('editors.kind.history', 'History'),
  description: () => t('editors.kind.historyDescription', 'Values over time, as read or per step'),
  Fields: HistoryFields,
  examples: historyExamples,
  exampleSettings: ({ interval, offset, statistics, shift, alsoUnshifted }) => {
    const labels = statisticLabels();
    return [
      [t('editors.interval.label', 'Interval'), interval === undefined ? undefined : stepLabel(interval)],
      [t('editors.offset.label', 'Steps start at'), offset],
      [t('editors.statistics.label', 'Statistics'), statistics?.map((statistic) => labels[statistic]).join(', ')],
      [t('editors.shift.label', 'Time shift'), shift === undefined ? undefined : shiftLabel(shift)],
      [t('editors.alsoUnshifted.label', 'Compare'), alsoUnshifted ? t('editors.alsoUnshifted.on', 'on') : undefined],
    ];
  },
};

function historyExamples(devices: readonly Device[], words: TagTypeWords): Array<QueryExample<HistoryQuery>> {
  const measure = firstSeries(devices, words, 'measure');
  const counter = firstSeries(devices, words, 'counter');
  const examples: Array<QueryExample<HistoryQuery>> = [];
  if (measure !== undefined) {
    examples.push(
      {
        title: t('help.trend.title', 'Trend of a tag'),
        explanation: t(
          'help.trend.text',
          'Average with the band from minimum to maximum. The interval follows the width of the panel.'
        ),
        query: { ...measure },
      },
      {
        title: t('help.shifts.title', 'Averages per shift'),
        explanation: t('help.shifts.text', 'Steps of 8 hours that start at 06:00, 14:00 and 22:00 in local time.'),
        query: { ...measure, interval: '8h', offset: '06:00' },
      },
      {
        title: t('help.range.title', 'Mean, minimum and maximum of the time range'),
        explanation: t(
          'help.range.text',
          'One exact value for the whole time range, for stat panels, tables and alert rules. A mean of the points of a trend would count a step with few readings like any other.'
        ),
        query: { ...measure, interval: INTERVAL_RANGE, statistics: ['avg', 'min', 'max'] },
      },
      {
        title: t('help.compare.title', 'The same a week earlier'),
        explanation: t('help.compare.text', 'Add it as a second query to compare this week with the last one.'),
        query: { ...measure, statistics: ['avg'], shift: '1w' },
      },
      {
        title: t('help.pattern.title', 'All tags of a device'),
        explanation: t(
          'help.pattern.text',
          'An asterisk stands for any characters; /…/ is a regular expression. Both work for devices, tags, sites and areas.'
        ),
        query: { devices: measure.devices, tags: ['*'], statistics: ['avg'] },
      }
    );
  }
  if (counter !== undefined) {
    examples.push(
      {
        title: t('help.increase.title', 'Consumption per day'),
        explanation: t('help.increase.text', 'The increase of a counter in each local day, exact across resets.'),
        query: { ...counter, interval: '1d', statistics: ['increase'] },
      },
      {
        title: t('help.shiftConsumption.title', 'Consumption per shift, this week against last week'),
        explanation: t(
          'help.shiftConsumption.text',
          'The increase of a counter in each shift, and in the same shift one week earlier. Set the time range to 7 days.'
        ),
        query: {
          ...counter,
          interval: '8h',
          offset: '06:00',
          statistics: ['increase'],
          shift: '1w',
          alsoUnshifted: true,
        },
      }
    );
  }
  return examples;
}

function firstSeries(
  devices: readonly Device[],
  words: TagTypeWords,
  role: TagRole
): { readonly devices: string[]; readonly tags: string[] } | undefined {
  for (const { code, tags } of devices) {
    const tag = tags.find(({ type }) => findTagRole(type, words) === role);
    if (tag !== undefined) {
      return { devices: [code], tags: [tag.key] };
    }
  }
  return undefined;
}
