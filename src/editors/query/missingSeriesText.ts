import { t } from '@grafana/i18n';

/** What users still have to choose before a query can run; undefined: nothing. */
export function missingSeriesText(missing: ReadonlyArray<'devices' | 'tags'>): string | undefined {
  if (missing.length === 0) {
    return undefined;
  }
  if (missing.length > 1) {
    return t('editors.missing.both', 'Choose a device and a tag');
  }
  return missing.includes('tags')
    ? t('editors.missing.tag', 'Choose a tag')
    : t('editors.missing.device', 'Choose a device');
}
