import { t } from '@grafana/i18n';
import type { PickerOption } from './inventoryOptions';

/** The dashboard's variables, which may stand in place of any code or word. */
export function variableOptions(variables: readonly string[]): PickerOption[] {
  return variables.map((name) => ({ value: name, label: name, group: t('editors.picker.variables', 'Variables') }));
}
