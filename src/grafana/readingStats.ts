import type { QueryResultMetaStat } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { HistoryReading } from './historyReading';
import type { SeriesReading } from './seriesReading';

/** What the history queries of a panel cost together, as the inspector lists it. */
export function readingStats(readings: readonly HistoryReading[]): QueryResultMetaStat[] {
  const series = readings.flatMap((reading) => reading.series);
  const sum = (amount: (one: SeriesReading) => number) => series.reduce((total, one) => total + amount(one), 0);
  const rows = (key: 'receivedRows' | 'rememberedRows') =>
    sum(({ outcome }) => (outcome.kind === 'loaded' ? outcome.loaded.read[key] : 0));
  return [
    { displayName: t('stats.series', 'Series'), value: series.length },
    { displayName: t('stats.requests', 'Requests'), value: sum(({ cost }) => cost.requests) },
    { displayName: t('stats.shared', 'Pages that another panel asked for'), value: sum(({ cost }) => cost.shared) },
    { displayName: t('stats.retries', 'Requests sent again'), value: sum(({ cost }) => cost.retries) },
    { displayName: t('stats.received', 'Rows from the server'), value: rows('receivedRows') },
    { displayName: t('stats.remembered', 'Rows from memory'), value: rows('rememberedRows') },
    {
      displayName: t('stats.duration', 'Slowest series'),
      unit: 'ms',
      value: Math.max(0, ...series.map(({ cost }) => cost.durationMs)),
    },
  ];
}
