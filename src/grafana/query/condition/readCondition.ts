import { t } from '@grafana/i18n';
import { type Condition, createCondition } from '../../../core/history/signal/condition';
import { findStateValue, type TagProfile } from '../../../core/inventory/tagProfile';
import { shortListText } from '../../frames/notices';
import { UserError } from '../../userError';
import { translate } from '../../../locales/translate';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  findLimitName,
  isOperator,
  listedValues,
  type SavedCondition,
  takesList,
  takesUpper,
  USUAL,
} from '../../../query/condition';
import { parseDuration } from '../../../query/duration';
import type { InterpolationChoice } from '../../../query/savedQuery';
import { readNumber } from '../../../query/tagSettings';

const MAX_NAMED_STATES = 8;

/** What is wrong with the condition of a query for a tag. */
export class ConditionError extends UserError {}

/** A limit that nobody has set for the tag. */
export class MissingLimitError extends ConditionError {}

/** A condition that has yet to be completed. */
export class IncompleteConditionError extends ConditionError {}

/** The value stays the same. */
export interface UnchangedCondition {
  /** For at least so long; undefined: longer than it usually does. */
  readonly leastMs: number | undefined;
}

export function isUnchanged(condition: Condition | UnchangedCondition | undefined): condition is UnchangedCondition {
  return condition !== undefined && 'leastMs' in condition;
}

/**
 * The condition of a query for a tag; undefined if it has none.
 * @param isState whether a name is that of a state of any of the query's tags: in a list, one that this tag has not is never its value
 * @throws ConditionError with a message for users that names what cannot be used, and what is allowed
 */
export function readCondition(
  condition: SavedCondition,
  profile: TagProfile,
  isState: (name: string) => boolean = () => false
): Condition | UnchangedCondition | undefined {
  if (condition.value === '') {
    return undefined;
  }
  const { operator } = condition;
  // What a variable has may be anything.
  if (!isOperator(operator)) {
    throw new UserError(
      translate('periods.notAnOperator', '"{{operator}}" is not a condition. Use one of {{operators}}.', {
        operator,
        operators: CONDITION_OPERATORS.join(', '),
      })
    );
  }
  if (operator === 'unchanged') {
    return { leastMs: readLeastMs(condition.value) };
  }
  const values = takesList(operator)
    ? listedNumbers(operator, condition.value, profile, isState)
    : valuesOf(condition).map((text) => readOperand(text, profile));
  return createCondition(operator, values);
}

/** The numbers of a list; NaN for the name of a state that only other tags have, which is never the value of this one. */
function listedNumbers(
  operator: ConditionOperator,
  value: string,
  profile: TagProfile,
  isState: (name: string) => boolean
): readonly number[] {
  const isOwn = (name: string) => findStateValue(profile.states, name) !== undefined;
  const texts = isOwn(value) ? [value] : listedValues(value, (name) => isOwn(name) || isState(name));
  if (texts.length === 0) {
    throw new IncompleteConditionError(t('periods.emptyList', 'The condition needs a value.'));
  }
  // Of what a machine should not be, the first is what it should be: one that has no such state would never be it.
  return texts.map((text, index) => {
    const mayBeOfOthers = profile.states.length > 0 && (operator === '=' || index > 0);
    return mayBeOfOthers && isUnknownName(text, profile) && isState(text) ? NaN : readOperand(text, profile);
  });
}

function isUnknownName(text: string, { states }: TagProfile): boolean {
  return (
    readNumber(text) === 'number' && findStateValue(states, text) === undefined && findLimitName(text) === undefined
  );
}

/** The options of a query that leave to the meaning of a tag what it finds, as the editor calls them. */
export function optionsByMeaning({
  interpolation,
  condition,
}: {
  readonly interpolation: InterpolationChoice;
  readonly condition: SavedCondition;
}): string[] {
  return [
    ...(interpolation === 'auto' ? [t('editors.interpolation.label', 'Between readings')] : []),
    ...(namesValues(condition) ? [t('editors.condition.value', 'Value')] : []),
  ];
}

/** True if a value of the condition is a name, of a state or a limit: only the tag's profile has its number. */
function namesValues(condition: SavedCondition): boolean {
  if (condition.operator === 'unchanged') {
    return false;
  }
  // `number` is what `readNumber` misses in a text that is none.
  const texts = takesList(condition.operator) ? listedValues(condition.value) : valuesOf(condition);
  return texts.some((text) => readNumber(text) === 'number');
}

function readLeastMs(text: string): number | undefined {
  const leastMs = parseDuration(text);
  if (leastMs === undefined && text.trim() !== USUAL) {
    throw new ConditionError(
      translate('periods.notALength', '"{{text}}" is not a duration. Use one such as 4h, or {{usual}}.', {
        text,
        usual: USUAL,
      })
    );
  }
  return leastMs;
}

function valuesOf({ operator, value, upper }: SavedCondition): readonly string[] {
  return takesUpper(operator) ? [value, upper] : [value];
}

/** A number, the name of a state or that of a limit, in this order: a state may be called “high”. */
function readOperand(text: string, { states, limits }: TagProfile): number {
  const number = readNumber(text);
  if (typeof number === 'number') {
    return number;
  }
  if (number === undefined) {
    throw new IncompleteConditionError(t('periods.noUpper', 'The condition needs a second value.'));
  }
  if (number === 'ambiguousNumber') {
    throw new ConditionError(
      translate('periods.ambiguousNumber', '"{{text}}" can be two numbers. Write {{decimal}} or {{thousands}}.', {
        text,
        decimal: text.replace(',', '.'),
        thousands: text.replace(',', ''),
      })
    );
  }
  const state = findStateValue(states, text);
  if (state !== undefined) {
    return state;
  }
  const limitName = findLimitName(text);
  if (limitName === undefined) {
    throw new ConditionError(notALimitMessage(text, states));
  }
  const limit = limits[limitName];
  if (limit === undefined) {
    throw new MissingLimitError(
      translate(
        'periods.limitNotSet',
        'The tag has no limit “{{text}}”. Set it in the data source settings, or write a number.',
        { text }
      )
    );
  }
  return limit;
}

function notALimitMessage(text: string, states: TagProfile['states']): string {
  return states.length === 0
    ? translate(
        'periods.notANumber',
        '"{{text}}" is not a number, and the tag has no states with names. Use a number such as 8.4.',
        {
          text,
        }
      )
    : translate(
        'periods.notAState',
        '"{{text}}" is neither a number nor a state of the tag. Its states are {{states}}.',
        {
          text,
          states: shortListText(states, MAX_NAMED_STATES, ({ name, value }) => `${name} (${value})`),
        }
      );
}
