import { createTheme, type Field, FieldType, getDisplayProcessor } from '@grafana/data';
import type { TagLimits } from '../../core/inventory/tagProfile';
import {
  commonStates,
  limitState,
  limitStateConfig,
  type LimitState,
  limitThresholds,
  stateConfig,
  stateText,
} from './tagConfig';

const STATES = [
  { value: 0, name: 'stopped', color: 'red' },
  { value: 1, name: 'running' },
];
const ALL: TagLimits = { lowLow: 1, low: 2, high: 8, highHigh: 9 };

function display(value: unknown, config: Field['config']) {
  const field = { name: 'value', type: FieldType.number, config, values: [] };
  const { text, color } = getDisplayProcessor({ field, theme: createTheme() })(value);
  return [text, color];
}

it('shows names instead of values, in their colors, and what is not known in grey', () => {
  const theme = createTheme();
  const config = stateConfig(STATES);
  expect(display(0, config)).toEqual(['stopped', theme.visualization.getColorByName('red')]);
  expect(display(1, config)).toEqual(['running', theme.visualization.getColorByName('purple')]);
  expect(display(0.5, config)[0]).toBe('0.500');
  expect(display(null, config)).toEqual(['Unknown', '#6e6e6e']);
  expect(stateConfig([])).toEqual({});
});

it.each<[TagLimits, string[]]>([
  [ALL, ['-Infinity red', '1 orange', '2 transparent', '8 orange', '9 red']],
  [{ low: 2, high: 8 }, ['-Infinity orange', '2 transparent', '8 orange']],
  [{ lowLow: 1, highHigh: 9 }, ['-Infinity red', '1 transparent', '9 red']],
  [{ high: 8 }, ['-Infinity transparent', '8 orange']],
  [{ lowLow: 0 }, ['-Infinity red', '0 transparent']],
  [{ high: 8, highHigh: 9 }, ['-Infinity transparent', '8 orange', '9 red']],
])('the limits %j are thresholds', (limits, steps) => {
  const thresholds = limitThresholds(limits, 'transparent');
  expect(thresholds?.steps.map(({ value, color }) => `${value} ${color}`)).toEqual(steps);
  expect(thresholds?.mode).toBe('absolute');
});

it('there are no thresholds without limits', () => {
  expect(limitThresholds({}, 'green')).toBeUndefined();
});

it.each<[number | undefined, LimitState | undefined]>([
  [0.9, 'lowLow'],
  [1, 'low'],
  [2, 'within'],
  [8, 'high'],
  [9, 'highHigh'],
  [undefined, 'unknown'],
])('%j is %s', (value, state) => {
  expect(limitState(ALL, value)).toBe(state);
  const steps = limitThresholds(ALL, 'green')!.steps.filter((step) => step.value <= (value ?? NaN));
  const { color } = steps.at(-1) ?? {};
  const colors = { lowLow: 'red', low: 'orange', within: 'green', high: 'orange', highHigh: 'red', unknown: undefined };
  expect(color).toBe(state && colors[state]);
});

it.each<[TagLimits, number, LimitState | undefined]>([
  [{}, 5, undefined],
  [{ lowLow: 1 }, 0, 'lowLow'],
  [{ highHigh: 9 }, 8.9, 'within'],
])('with the limits %j, %d is %s', (limits, value, state) => {
  expect(limitState(limits, value)).toBe(state);
});

it('the cell of a tag without limits is empty, that of one without a value is not', () => {
  const config = limitStateConfig();
  expect(display('highHigh', config)).toEqual(['High-high', '#c4162a']);
  expect(display('unknown', config)).toEqual(['Unknown', '#6e6e6e']);
  expect(display(null, config)).toEqual(['', 'rgba(0,0,0,0)']);
});

it('a column has the names of states if all of its rows have the same', () => {
  const profile = { states: STATES, limits: {} };
  const none = { states: [], limits: {} };
  expect(commonStates([profile, { ...profile, limits: ALL }])).toEqual({ config: stateConfig(STATES), isMixed: false });
  expect(commonStates([profile, none])).toEqual({ config: {}, isMixed: true });
  expect(commonStates([none, none])).toEqual({ config: {}, isMixed: false });
  expect(commonStates([])).toEqual({ config: {}, isMixed: false });
  expect([0, 1, 2, undefined].map((value) => stateText(profile, value))).toEqual([
    'stopped',
    'running',
    undefined,
    undefined,
  ]);
});
