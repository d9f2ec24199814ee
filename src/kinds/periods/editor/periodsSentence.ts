import { conditionClause, type ConditionTag } from '../../../locales/conditionTexts';
import { translate } from '../../../locales/translate';
import { seriesText, whenText } from '../../../locales/whenText';
import type { PeriodsQuery } from '../periodsQuery';

/** A query in words. */
export function periodsSentence(query: PeriodsQuery, tag: ConditionTag): string {
  const { condition } = query;
  const series = seriesText(query);
  return condition.value === ''
    ? translate('periods.sentence.states', 'The states of {{series}}', { series })
    : whenText(conditionClause(series, condition, tag), query);
}
