import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fuzzStep } from './fuzz.ts';
import { TestTools } from './run/testTools.ts';

let given: TestTools;
beforeEach(() => {
  given = new TestTools();
});
afterEach(() => given.close());

test('the properties of the chosen files have the chosen number of cases, which are counted', async () => {
  const [properties] = fuzzStep(250, 'core/time/shift').checks;
  await expect(properties!(given.tools)).resolves.toMatchObject({ failed: 0 });
  // Half of those of `npm test`.
  expect(given.written).toMatch(/\n {7}50 cases {2}src\/core\/time\/shift\.test\.ts › instants are re-timed/);
  expect(given.written).toMatch(/\n100 cases of properties ran\n$/);
});

test('it is an error if no file is chosen, and not a run of all tests', async () => {
  const [properties] = fuzzStep(1, 'nowhere').checks;
  await expect(properties!(given.tools)).rejects.toThrow('No test of a property has "nowhere" in its path.');
});
