import { t } from '@grafana/i18n';
import type { ComboboxOption } from '@grafana/ui';
import { type Fill, FILLS, type Statistic, STATISTICS } from '../../query/telemetryQuery';
import type { PickerOption } from '../shared/inventoryOptions';

export function statisticOptions(): Array<ComboboxOption<Statistic>> {
  const labels: Record<Statistic, string> = {
    avg: t('editors.statistics.avg', 'Average'),
    band: t('editors.statistics.band', 'Min–max band'),
    min: t('editors.statistics.min', 'Minimum'),
    max: t('editors.statistics.max', 'Maximum'),
    range: t('editors.statistics.range', 'Range (max − min)'),
    n: t('editors.statistics.count', 'Count of readings'),
  };
  return STATISTICS.map((value) => ({ value, label: labels[value] }));
}

export function fillOptions(): PickerOption[] {
  const labels: Record<Fill, string> = {
    gap: t('editors.fill.gap', 'Leave a gap'),
    null: t('editors.fill.null', 'Null in every step'),
    previous: t('editors.fill.previous', 'Previous value'),
    linear: t('editors.fill.linear', 'Straight line'),
  };
  return FILLS.map((value) => ({ value, label: labels[value] }));
}
