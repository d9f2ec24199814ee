import { namesVariable } from './namesVariable';

describe('namesVariable', () => {
  it.each([
    ['$device', true],
    ['${device:csv}', true],
    ['[[device]]', true],
    ['pre-$device', true],
    ['COMP-01', false],
    ['5 $', false],
    ['[1]', false],
  ])('knows whether %s names a variable', (text, expected) => {
    expect(namesVariable(text)).toBe(expected);
  });
});
