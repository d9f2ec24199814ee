import { t } from '@grafana/i18n';
import { containsVariable } from '../../query/dashboard';
import type { VariableQuery } from '../../query/telemetryQuery';
import { FILTERS_BY_KIND } from '../../query/variableQueryEdits';
import { PLAIN_TEXT } from '../../locales/plainText';

/** What a variable lists, and what its list follows, in words. */
export function variableSummary(query: VariableQuery): string {
  const narrowings = FILTERS_BY_KIND[query.kind].filter((narrowing) => query[narrowing] !== '');
  const parts = {
    site: () => t('editors.variable.inSite', 'of site {{site}}', { site: query.site, ...PLAIN_TEXT }),
    area: () => t('editors.variable.inArea', 'of area {{area}}', { area: query.area, ...PLAIN_TEXT }),
    deviceType: () => t('editors.variable.ofType', 'of type {{type}}', { type: query.deviceType, ...PLAIN_TEXT }),
    device: () => t('editors.variable.ofDevice', 'of device {{device}}', { device: query.device, ...PLAIN_TEXT }),
  };
  const where = narrowings.map((narrowing) => parts[narrowing]()).join(', ');
  const follows = narrowings.map((narrowing) => query[narrowing]).filter(containsVariable);
  return [listed(query.kind, where), ...(follows.length > 0 ? [following(follows)] : [])].join(' ');
}

function listed(kind: VariableQuery['kind'], where: string): string {
  const values = { where, ...PLAIN_TEXT };
  switch (kind) {
    case 'sites':
      return t('editors.variable.allSites', 'Lists every site that the key sees.');
    case 'areas':
      return where === ''
        ? t('editors.variable.allAreas', 'Lists the areas of every site.')
        : t('editors.variable.someAreas', 'Lists the areas {{where}}.', values);
    case 'devices':
      return where === ''
        ? t('editors.variable.allDevices', 'Lists every device.')
        : t('editors.variable.someDevices', 'Lists the devices {{where}}.', values);
    case 'tags':
      return where === ''
        ? t('editors.variable.allTags', 'Lists the tags of every device.')
        : t('editors.variable.someTags', 'Lists the tags {{where}}.', values);
  }
}

function following(variables: readonly string[]): string {
  return t('editors.variable.follows', 'The list follows {{variables}}; where that is on “All”, it is not narrowed.', {
    variables: variables.join(', '),
    ...PLAIN_TEXT,
  });
}
