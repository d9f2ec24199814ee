import { expect, test } from '@jest/globals';
import { chooseSteps, STEPS } from './steps.ts';

test('without a choice everything is run', () => {
  expect(chooseSteps(undefined)).toEqual(STEPS);
});

test('chosen steps are run in their usual order', () => {
  expect(chooseSteps('lint, types').map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('a step that does not exist is refused with those that do', () => {
  expect(() => chooseSteps('units')).toThrow(
    'Unknown step "units". Available steps: types, lint, unit, service, contract, build, browser.'
  );
});
