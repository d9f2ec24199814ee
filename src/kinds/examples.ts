import { t } from '@grafana/i18n';
import type { Device } from '../core/inventory/device';
import { type TagRole, tagRoleOf, type TagTypeWords } from '../core/inventory/tagRole';
import { INTERVAL_RANGE, type QueryKind, type TelemetryQuery } from '../query/telemetryQuery';

/** A query that users can run as it is. */
export interface QueryExample {
  readonly kind: QueryKind;
  readonly title: string;
  readonly explanation: string;
  /** What differs from the defaults. */
  readonly query: Partial<TelemetryQuery> & { readonly kind: QueryKind };
}

/** Examples about devices and tags that exist, so that each of them shows data. */
export function queryExamples(devices: readonly Device[], words: TagTypeWords): QueryExample[] {
  return [...historyExamples(devices, words), ...otherExamples()];
}

function historyExamples(devices: readonly Device[], words: TagTypeWords): QueryExample[] {
  const measure = firstSeries(devices, words, 'measure');
  const counter = firstSeries(devices, words, 'counter');
  const examples: QueryExample[] = [];
  if (measure !== undefined) {
    examples.push(
      {
        kind: 'history',
        title: t('help.trend.title', 'Trend of a tag'),
        explanation: t(
          'help.trend.text',
          'Average with the band from minimum to maximum. The interval follows the width of the panel.'
        ),
        query: { kind: 'history', ...measure },
      },
      {
        kind: 'history',
        title: t('help.shifts.title', 'Averages per shift'),
        explanation: t('help.shifts.text', 'Steps of 8 hours that start at 06:00, 14:00 and 22:00 in local time.'),
        query: { kind: 'history', ...measure, interval: '8h', offset: '06:00' },
      },
      {
        kind: 'history',
        title: t('help.range.title', 'Mean, minimum and maximum of the time range'),
        explanation: t(
          'help.range.text',
          'One exact value for the whole time range, for stat panels, tables and alert rules. A mean of the points of a trend would count a step with few readings like any other.'
        ),
        query: { kind: 'history', ...measure, interval: INTERVAL_RANGE, statistics: ['avg', 'min', 'max'] },
      },
      {
        kind: 'history',
        title: t('help.compare.title', 'The same a week earlier'),
        explanation: t('help.compare.text', 'Add it as a second query to compare this week with the last one.'),
        query: { kind: 'history', ...measure, statistics: ['avg'], shift: '1w' },
      },
      {
        kind: 'history',
        title: t('help.pattern.title', 'All tags of a device'),
        explanation: t(
          'help.pattern.text',
          'An asterisk stands for any characters; /…/ is a regular expression. Both work for devices, tags, sites and areas.'
        ),
        query: { kind: 'history', devices: measure.devices, tags: ['*'], statistics: ['avg'] },
      }
    );
  }
  if (counter !== undefined) {
    examples.push({
      kind: 'history',
      title: t('help.increase.title', 'Consumption per day'),
      explanation: t('help.increase.text', 'The increase of a counter in each local day, exact across resets.'),
      query: { kind: 'history', ...counter, interval: '24h', statistics: ['increase'] },
    });
  }
  return examples;
}

function otherExamples(): QueryExample[] {
  return [
    {
      kind: 'latest',
      title: t('help.latest.title', 'Latest values'),
      explanation: t(
        'help.latest.text',
        'One value per tag in stat, gauge and bar gauge panels, a table with the age of each value elsewhere.'
      ),
      query: { kind: 'latest' },
    },
    {
      kind: 'alerts',
      title: t('help.openAlerts.title', 'Open alerts'),
      explanation: t('help.openAlerts.text', 'Alerts that have not ended, with their severity and duration.'),
      query: { kind: 'alerts', state: 'open' },
    },
    {
      kind: 'alerts',
      title: t('help.alertCount.title', 'Alerts over time'),
      explanation: t('help.alertCount.text', 'How many alerts of each severity were active, for a bar chart.'),
      query: { kind: 'alerts', format: 'count' },
    },
    {
      kind: 'devices',
      title: t('help.devices.title', 'Devices and their connection'),
      explanation: t('help.devices.text', 'The inventory with the time since the last contact.'),
      query: { kind: 'devices' },
    },
    {
      kind: 'exports',
      title: t('help.exports.title', 'Exports'),
      explanation: t('help.exports.text', 'State, progress and download link of the exports of the API key.'),
      query: { kind: 'exports' },
    },
  ];
}

function firstSeries(
  devices: readonly Device[],
  words: TagTypeWords,
  role: TagRole
): { readonly devices: string[]; readonly tags: string[] } | undefined {
  for (const { code, tags } of devices) {
    const tag = tags.find(({ type }) => tagRoleOf(type, words) === role);
    if (tag !== undefined) {
      return { devices: [code], tags: [tag.key] };
    }
  }
  return undefined;
}
