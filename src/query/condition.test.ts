import type { TagProfile } from '../core/inventory/tagProfile';
import { changeOperator, changeValue, conditionText, type SavedCondition, valueProblem } from './condition';

const STATES: TagProfile = {
  states: [
    { value: 0, name: 'parada' },
    { value: 1, name: 'Alto' },
  ],
  limits: {},
};
const LIMITS: TagProfile = { states: [], limits: { high: 8.4 } };
const ABOVE: SavedCondition = Object.freeze({ operator: '>', value: '8', upper: '' });

it.each<[string, readonly TagProfile[] | undefined, ReturnType<typeof valueProblem>]>([
  ['', [LIMITS], undefined],
  ['8.4', [LIMITS], undefined],
  ['0,5', [LIMITS], undefined],
  ['1,000', [LIMITS], 'ambiguous'],
  ['1,000', undefined, 'ambiguous'],
  ['$limit', [LIMITS], undefined],
  ['PARADA', [STATES], undefined],
  ['parada', [LIMITS], 'unknown'],
  ['parada', [LIMITS, STATES], undefined],
  ['parada', undefined, undefined],
  ['High', [LIMITS], undefined],
  ['high-high', [LIMITS], 'notSet'],
  ['high', [STATES], 'notSet'],
])('the problem of %j with the profiles %j is %s', (text, profiles, problem) => {
  expect(valueProblem(text, profiles)).toBe(problem);
});

it('sets a value that can be saved', () => {
  expect(changeValue(ABOVE, 'value', ' 9 ', [LIMITS])).toEqual({ ...ABOVE, value: '9' });
  expect(changeValue(ABOVE, 'value', 'much', [LIMITS])).toBe(ABOVE);
});

it('compares with = where the name of a state takes the place of a number, and keeps an operator chosen for states', () => {
  expect(changeValue(ABOVE, 'value', 'parada', [STATES])).toEqual({ operator: '=', value: 'parada', upper: '' });
  const isNot: SavedCondition = { ...ABOVE, operator: '!=' };
  expect(changeValue(isNot, 'value', 'parada', [STATES]).operator).toBe('!=');
  const chosen: SavedCondition = { ...ABOVE, operator: '>=', value: 'parada' };
  expect(changeValue(chosen, 'value', 'Alto', [STATES]).operator).toBe('>=');
});

it('clears a second value that the operator does not take', () => {
  const between: SavedCondition = { operator: 'between', value: '2', upper: '4' };
  expect(changeOperator(between, 'outside')).toEqual({ ...between, operator: 'outside' });
  expect(changeOperator(between, '<')).toEqual({ operator: '<', value: '2', upper: '' });
});

it.each<[SavedCondition, string]>([
  [ABOVE, '> 8'],
  [{ operator: 'between', value: '2', upper: '4' }, 'between 2 … 4'],
  [{ operator: '=', value: '', upper: '' }, ''],
])('%j as text is %s', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});
