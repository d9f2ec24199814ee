import { expect, test } from '@jest/globals';
import { chooseSteps, STEPS } from './steps.ts';

test('all steps run by default', () => {
  expect(chooseSteps(undefined)).toEqual(STEPS);
});

test('selected steps run in their usual order', () => {
  expect(chooseSteps('lint, types').map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('an unknown step is rejected with a list of the available ones', () => {
  expect(() => chooseSteps('units')).toThrow(
    'Unknown step "units". Available steps: types, lint, unit, service, contract, engine, backend, build, browser.'
  );
});
