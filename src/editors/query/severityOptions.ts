import { t } from '@grafana/i18n';
import type { PickerOption } from '../shared/inventoryOptions';

/** The severities that are known by name. The API leaves the list open, so others can be typed. */
export function severityOptions(): PickerOption[] {
  return [
    { value: 'info', label: t('editors.severities.info', 'Information (info)') },
    { value: 'advertencia', label: t('editors.severities.warning', 'Warning (advertencia)') },
    { value: 'critica', label: t('editors.severities.critical', 'Critical (critica)') },
  ];
}
