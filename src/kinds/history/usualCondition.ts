import { t } from '@grafana/i18n';
import type { CountingCondition } from '../../core/history/series/countingSteps';
import type { SignalTerms } from '../../core/history/plan/planSignal';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { isPattern, unquoted } from '../../core/inventory/textPattern';
import type { TagRole } from '../../core/serverWords';
import { isUnchanged, readCondition } from '../../grafana/query/condition/readCondition';
import { rejectQuery } from '../../grafana/userError';
import { chooseInterpolation } from '../../query/continuation';
import type { HistoryQuery } from './historyQuery';

/** When steps of earlier weeks count for what is usual, and of which tag that is. */
export interface UsualCondition extends Omit<CountingCondition, 'history'> {
  readonly series: SeriesId;
}

/**
 * The tag by which steps of earlier weeks count, for a series of a device; undefined: all count.
 * @throws UserError that names what cannot be used
 */
export function readUsualTag(
  { statistics, usualTag, usualDevice, usualCondition }: HistoryQuery,
  device: string
): SeriesId | undefined {
  const tag = unquoted(usualTag);
  if (!statistics.includes('usual') || (tag === '' && usualCondition.value === '')) {
    return undefined;
  }
  if (isPattern(usualTag) || isPattern(usualDevice)) {
    return rejectQuery(
      t('usual.pattern', 'The condition for earlier weeks needs one tag of one device. Patterns cannot be used.')
    );
  }
  if (tag === '' || usualCondition.value === '') {
    return rejectQuery(
      t(
        'usual.incomplete',
        'Choose both a tag and a value for the condition of earlier weeks, or neither to include all weeks.'
      )
    );
  }
  return { device: unquoted(usualDevice) || device, tag };
}

/**
 * @param tag what is known of the tag of the condition
 * @throws ConditionError and UserError that name what cannot be used
 */
export function readUsualCondition(
  { usualCondition }: HistoryQuery,
  series: SeriesId,
  { role, profile }: { readonly role: TagRole; readonly profile: TagProfile },
  terms: Omit<SignalTerms, 'interpolation'>
): UsualCondition | undefined {
  const condition = readCondition(usualCondition, profile);
  if (isUnchanged(condition)) {
    return rejectQuery(
      t('usual.unchanged', 'Earlier weeks cannot count by the condition “unchanged”. Choose another condition.')
    );
  }
  return condition && { series, condition, terms: { ...terms, interpolation: chooseInterpolation('auto', role) } };
}
