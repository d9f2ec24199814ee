import { t } from '@grafana/i18n';
import { findStateValue, type TagProfile } from '../core/inventory/tagProfile';
import { containsVariable } from '../query/dashboard';
import { type ConditionOperator, findLimitName, listedValues, type SavedCondition, USUAL } from '../query/condition';
import { limitTexts } from './limitTexts';
import { wordedDuration } from './periodTexts';
import { translate } from './translate';

/** The tag that a condition is about. */
export interface ConditionTag {
  /** Empty: none, or several. */
  readonly unit: string;
  readonly profile: TagProfile;
}

/** The condition in words, with the unit of the tag, as in a legend: `above 8.4 bar`. */
export function conditionLabel({ operator, value, upper }: SavedCondition, tag: ConditionTag): string {
  const values = { value: valueText(value, tag), upper: valueText(upper, tag) };
  switch (operator) {
    case '>':
      return translate('periods.above', 'above {{value}}', values);
    case '>=':
      return translate('periods.atLeast', 'at least {{value}}', values);
    case '<':
      return translate('periods.below', 'below {{value}}', values);
    case '<=':
      return translate('periods.atMost', 'at most {{value}}', values);
    case '=':
      return translate('periods.is', '{{value}}', values);
    case '!=':
      return translate('periods.isNot', 'not {{value}}', values);
    case 'between':
      return translate('periods.between', 'between {{value}} and {{upper}}', values);
    case 'outside':
      return translate('periods.outside', 'outside {{value}} – {{upper}}', values);
    case 'unchanged':
      return value === USUAL
        ? t('periods.unchangedUnusually', 'unchanged for longer than usual')
        : translate('periods.unchanged', 'unchanged for at least {{duration}}', {
            duration: wordedDuration(value),
          });
    default:
      return `${operator} ${values.value}`;
  }
}

/** The condition about series, as a part of a sentence: `CMP-101 · presion_descarga is above 8.4 bar`. */
export function conditionClause(series: string, { operator, value, upper }: SavedCondition, tag: ConditionTag): string {
  const values = { series, value: valueText(value, tag), upper: valueText(upper, tag) };
  switch (operator) {
    case '>':
      return translate('conditions.clause.above', '{{series}} is above {{value}}', values);
    case '>=':
      return translate('conditions.clause.atLeast', '{{series}} is at least {{value}}', values);
    case '<':
      return translate('conditions.clause.below', '{{series}} is below {{value}}', values);
    case '<=':
      return translate('conditions.clause.atMost', '{{series}} is at most {{value}}', values);
    case '=':
      return translate('conditions.clause.is', '{{series}} is {{value}}', values);
    case '!=':
      return translate('conditions.clause.isNot', '{{series}} is not {{value}}', values);
    case 'between':
      return translate('conditions.clause.between', '{{series}} is between {{value}} and {{upper}}', values);
    case 'outside':
      return translate('conditions.clause.outside', '{{series}} is below {{value}} or above {{upper}}', values);
    case 'unchanged':
      return value === USUAL
        ? translate('conditions.clause.unchangedUnusually', '{{series}} is unchanged for longer than usual', values)
        : translate('conditions.clause.unchanged', '{{series}} is unchanged for at least {{duration}}', {
            series,
            duration: wordedDuration(value),
          });
    default:
      return `${series} ${operator} ${values.value}`;
  }
}

/** The operators as the editor calls them. */
export function operatorTexts(): Readonly<Record<ConditionOperator, string>> {
  return {
    '>': t('conditions.operator.above', '> above'),
    '>=': t('conditions.operator.atLeast', '≥ at least'),
    '<': t('conditions.operator.below', '< below'),
    '<=': t('conditions.operator.atMost', '≤ at most'),
    '=': t('conditions.operator.is', '= is'),
    '!=': t('conditions.operator.isNot', '≠ is not'),
    between: t('conditions.operator.between', 'between'),
    outside: t('conditions.operator.outside', 'outside'),
    unchanged: t('conditions.operator.unchanged', 'unchanged'),
  };
}

/**
 * A number with its unit; a limit by its name, with its number where it is set; the name of a state or a variable as it is; a list of
 * these.
 */
function valueText(text: string, tag: ConditionTag): string {
  const { unit, profile } = tag;
  const { states, limits } = profile;
  if (text === '') {
    return '…';
  }
  const isName = (part: string) => findStateValue(states, part) !== undefined;
  const list = isName(text) ? [] : listedValues(text, isName);
  if (list.length > 1) {
    return list.map((one) => valueText(one, tag)).join(', ');
  }
  if (findStateValue(states, text) !== undefined || containsVariable(text)) {
    return text;
  }
  const limit = findLimitName(text);
  if (limit === undefined) {
    return withUnit(text, unit);
  }
  const number = limits[limit];
  const name = limitTexts()[limit];
  return number === undefined ? name : `${name} (${withUnit(String(number), unit)})`;
}

export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}
