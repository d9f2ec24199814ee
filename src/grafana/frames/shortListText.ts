import { t } from '@grafana/i18n';
import { PLAIN_TEXT } from '../../locales/plainText';

/**
 * Names the first items and counts the others: `a, b, 7 more`.
 * @param textOf called for the named items only
 */
export function shortListText<Item>(items: readonly Item[], maxNamed: number, textOf: (item: Item) => string): string {
  const named = items.slice(0, maxNamed).map(textOf);
  const others = items.length - named.length;
  const more = others > 0 ? [t('notices.more', '{{others}} more', { others, ...PLAIN_TEXT })] : [];
  return [...named, ...more].join(', ');
}
