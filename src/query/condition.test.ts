import type { TagProfile } from '../core/inventory/tagProfile';
import {
  changeOperator,
  changeValue,
  conditionText,
  listedValues,
  type SavedCondition,
  type ValueProblem,
  valueProblem,
} from './condition';

const STATES: TagProfile = {
  states: [
    { value: 0, name: 'parada' },
    { value: 1, name: 'Alto' },
  ],
  limits: {},
};
const LIMITS: TagProfile = { states: [], limits: { high: 8.4 } };
const ABOVE: SavedCondition = Object.freeze({ operator: '>', value: '8', upper: '' });

it.each<[string, readonly TagProfile[] | undefined, ValueProblem | undefined]>([
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
  expect(valueProblem('>', text, profiles)).toEqual(problem && { kind: problem, text });
  expect(valueProblem('=', text, profiles)).toEqual(problem && { kind: problem, text });
});

it.each<[string, readonly string[]]>([
  ['1; 2', ['1', '2']],
  ['1,5', ['1,5']],
  ['1,5; 2', ['1,5', '2']],
  ['marcha, cambio de formato', ['marcha', 'cambio de formato']],
  ['1, 2', ['1', '2']],
  ['parada,2', ['parada', '2']],
  ['1; ', ['1']],
  [' ; ', []],
])('%j lists %j', (text, values) => {
  expect(listedValues(text)).toEqual(values);
});

it('a name with a comma is one value of a list', () => {
  const isName = (text: string) => text === 'marcha, lenta';
  expect(listedValues('marcha, lenta; pausa, atasco', isName)).toEqual(['marcha, lenta', 'pausa', 'atasco']);
  expect(listedValues('marcha, lenta; ', isName)).toEqual(['marcha, lenta']);
  const named: TagProfile = { states: [{ value: 1, name: 'Marcha, lenta' }], limits: {} };
  expect(valueProblem('!=', 'marcha, lenta; 7', [named])).toBeUndefined();
});

it('a list is of values that can be saved each, and names the one that cannot', () => {
  expect(valueProblem('=', 'parada; 7', [STATES])).toBeUndefined();
  expect(valueProblem('!=', 'parada; roto', [STATES])).toEqual({ kind: 'unknown', text: 'roto' });
  expect(valueProblem('=', 'parada, 1,000', [STATES])).toEqual({ kind: 'ambiguous', text: '1,000' });
  expect(valueProblem('>', 'parada; 7', [STATES])).toEqual({ kind: 'unknown', text: 'parada; 7' });
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
