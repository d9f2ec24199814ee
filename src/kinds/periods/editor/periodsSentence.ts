import { conditionClause, type ConditionTag } from '../../../locales/conditionTexts';
import { wordedDuration } from '../../../locales/periodTexts';
import { translate } from '../../../locales/translate';
import type { PeriodsQuery } from '../periodsQuery';

/** More would not be read. */
const MAX_NAMED = 3;

/** A query in words: `When CMP-101 · presion is above 8.4 bar for at least 1 min, interruptions up to 30 s included`. */
export function periodsSentence(query: PeriodsQuery, tag: ConditionTag): string {
  const { condition, minDuration, joinWithin } = query;
  const series = seriesText(query);
  if (condition.value === '') {
    return translate('periods.sentence.states', 'The states of {{series}}', { series });
  }
  const values = {
    clause: conditionClause(series, condition, tag),
    minDuration: wordedDuration(minDuration),
    joinWithin: wordedDuration(joinWithin),
  };
  if (minDuration !== '' && joinWithin !== '') {
    return translate(
      'periods.sentence.both',
      'When {{clause}} for at least {{minDuration}}, interruptions up to {{joinWithin}} included',
      values
    );
  }
  if (minDuration !== '') {
    return translate('periods.sentence.minDuration', 'When {{clause}} for at least {{minDuration}}', values);
  }
  return joinWithin === ''
    ? translate('periods.sentence.plain', 'When {{clause}}', values)
    : translate('periods.sentence.joinWithin', 'When {{clause}}, interruptions up to {{joinWithin}} included', values);
}

function seriesText({ devices, sites, areas, deviceTypes, tags }: PeriodsQuery): string {
  const where = [...sites, ...areas, ...deviceTypes];
  return [where, devices, tags]
    .filter((list) => list.length > 0)
    .map(listText)
    .join(' · ');
}

function listText(texts: readonly string[]): string {
  return texts.length > MAX_NAMED ? `${texts.slice(0, MAX_NAMED).join(', ')}, …` : texts.join(', ');
}
