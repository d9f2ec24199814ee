import { t } from '@grafana/i18n';
import { PLAIN_TEXT } from '../../locales/plainText';

/** The hint for values that the inventory does not have. */
export function unknownValuesText(values: readonly string[]): string {
  return t(
    'editors.devices.unknown',
    'Not in the inventory: {{codes}}. Check the code and whether the API key has access to its site.',
    { codes: values.join(', '), ...PLAIN_TEXT }
  );
}
