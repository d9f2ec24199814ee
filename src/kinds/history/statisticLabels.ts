import { t } from '@grafana/i18n';
import type { StatisticChoice } from './historyQuery';

export function statisticLabels(): Readonly<Record<StatisticChoice, string>> {
  return {
    auto: t('editors.statistics.auto', 'Auto (by tag type)'),
    avg: t('editors.statistics.avg', 'Average'),
    timeWeighted: t('editors.statistics.timeWeighted', 'Time-weighted average'),
    band: t('editors.statistics.band', 'Min–max band'),
    min: t('editors.statistics.min', 'Minimum'),
    max: t('editors.statistics.max', 'Maximum'),
    range: t('editors.statistics.range', 'Range (max − min)'),
    n: t('editors.statistics.count', 'Number of readings'),
    increase: t('editors.statistics.increase', 'Increase (counters)'),
    usual: t('editors.statistics.usual', 'Usual (earlier weeks)'),
  };
}
