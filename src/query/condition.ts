import { OPERATORS } from '../core/history/signal/condition';
import { findStateValue, LIMIT_NAMES, type LimitName, type TagProfile } from '../core/inventory/tagProfile';
import { containsVariable } from './dashboard';
import { type FieldValues, textField, variableChoiceField } from './fields';
import { readNumber } from './tagSettings';

/* The condition of a saved query: a comparison of the values of tags with a number, the name of a state or a limit. */

/** The comparisons, and `unchanged`: equal readings for at least a duration. */
export const CONDITION_OPERATORS = [...OPERATORS, 'unchanged'] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** The value of `unchanged` for longer than in the four weeks before the time range. */
export const USUAL = 'usual';

export const CONDITION_FIELDS = {
  operator: variableChoiceField(
    CONDITION_OPERATORS,
    '>',
    'How the value is compared. `unchanged`: its readings are equal for at least a duration'
  ),
  value: textField(
    '',
    'A number, the name of a state, or a limit of the tag: `lowLow`, `low`, `high`, `highHigh`. Of `=` and `!=` also a list, separated by `;`: one of them, none of them. Of `unchanged`, a duration such as `4h`, or `usual`: longer than in the four weeks before the time range. Empty: the states of the tag themselves, as `timeline`, `perStep` or `states`'
  ),
  upper: textField('', 'The other value of `between`, which includes both, and of `outside`'),
};

export type SavedCondition = FieldValues<typeof CONDITION_FIELDS>;

/** An operator, or a variable that has one. */
export type SavedOperator = SavedCondition['operator'];

export function isOperator(text: string): text is ConditionOperator {
  return (CONDITION_OPERATORS as readonly string[]).includes(text);
}

/** Whether an operator compares with two values. */
export function takesUpper(operator: SavedOperator): boolean {
  return operator === 'between' || operator === 'outside';
}

/** Whether an operator compares with any number of values, in a list. */
export function takesList(operator: SavedOperator): boolean {
  return operator === '=' || operator === '!=';
}

/**
 * The values of a list: separated by semicolons, or by commas that are not between two digits, as in `1,5`. Variables may be empty.
 * @param isName whether a text is the name of a state, which may have commas
 */
export function listedValues(text: string, isName: (text: string) => boolean = () => false): readonly string[] {
  return text
    .split(';')
    .flatMap((part) => (isName(part.trim()) ? [part] : part.split(/,(?!\d)|(?<!\d),/)))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The condition as text, as it was written: `> 8.4`, `between 2 … 4`. */
export function conditionText({ operator, value, upper }: SavedCondition): string {
  return value === '' ? '' : [operator, value, ...(takesUpper(operator) ? ['…', upper] : [])].join(' ');
}

/** `high-high`, `High high` and `highHigh` are the same. */
export function findLimitName(text: string): LimitName | undefined {
  const word = text.toLowerCase().replace(/[\s_-]/g, '');
  return LIMIT_NAMES.find((name) => name.toLowerCase() === word);
}

/**
 * What is wrong with a value of a condition.
 * `ambiguous`: it can be two numbers. `unknown`: it is neither a number nor a limit, nor a state of any of the tags.
 * `notSet`: it is a limit that none of the tags has.
 */
export type ValueProblem = 'ambiguous' | 'unknown' | 'notSet';

/**
 * What is wrong with a value of a condition, and with which part of a list; undefined if it can be saved.
 * @param profiles of all tags that the query selects; undefined if they are not known, so that any word may be the name of a state
 */
export function valueProblem(
  operator: SavedOperator,
  text: string,
  profiles: readonly TagProfile[] | undefined
): { readonly kind: ValueProblem; readonly text: string } | undefined {
  const kind = problemOfOne(text, profiles);
  if (kind === undefined || !takesList(operator)) {
    return kind && { kind, text };
  }
  const problems = listedValues(text, (part) => isStateOf(profiles, part)).map((part) => ({
    kind: problemOfOne(part, profiles),
    text: part,
  }));
  return problems.find((problem): problem is { kind: ValueProblem; text: string } => problem.kind !== undefined);
}

function problemOfOne(text: string, profiles: readonly TagProfile[] | undefined): ValueProblem | undefined {
  const number = readNumber(text);
  if (number === 'ambiguousNumber') {
    return 'ambiguous';
  }
  if (number !== 'number' || containsVariable(text) || profiles === undefined) {
    return undefined;
  }
  if (isStateOf(profiles, text)) {
    return undefined;
  }
  const limit = findLimitName(text);
  if (limit === undefined) {
    return 'unknown';
  }
  return profiles.some(({ limits }) => limits[limit] !== undefined) ? undefined : 'notSet';
}

/** Whether a text is the name of a state of any of the tags; of tags that are not known, it is none. */
function isStateOf(profiles: readonly TagProfile[] | undefined, text: string): boolean {
  return profiles?.some(({ states }) => findStateValue(states, text) !== undefined) ?? false;
}

/** Sets the operator. A value that it does not take is cleared, so that nothing hidden is saved. */
export function changeOperator(condition: SavedCondition, operator: SavedOperator): SavedCondition {
  const wasUnchanged = condition.operator === 'unchanged';
  const value = operator === 'unchanged' ? USUAL : wasUnchanged ? '' : condition.value;
  return operator === condition.operator
    ? condition
    : { operator, value, upper: takesUpper(operator) ? condition.upper : '' };
}

/**
 * Sets a value; one that cannot be saved returns the condition unchanged. Where a name of a state takes the place of something else,
 * the condition is to have this state: the order of states is seldom meant.
 */
export function changeValue(
  condition: SavedCondition,
  field: 'value' | 'upper',
  text: string,
  profiles: readonly TagProfile[] | undefined
): SavedCondition {
  if (valueProblem(condition.operator, text, profiles) !== undefined) {
    return condition;
  }
  const changed = { ...condition, [field]: text.trim() };
  return ORDERING.has(condition.operator) && isStateOf(profiles, changed.value) && !isStateOf(profiles, condition.value)
    ? { ...changed, operator: '=' }
    : changed;
}

const ORDERING: ReadonlySet<SavedOperator> = new Set(['>', '>=', '<', '<=']);
