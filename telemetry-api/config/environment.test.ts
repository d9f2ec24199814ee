import Type from 'typebox';
import { DatabaseVariables, describeVariables, RetentionVariables, ServerVariables } from './environment.ts';

const VARIABLES = Type.Object({
  ...DatabaseVariables.properties,
  ...RetentionVariables.properties,
  ...ServerVariables.properties,
});

test('the help has a line for each variable, with its choices and default', () => {
  const lines = describeVariables(VARIABLES).split('\n');
  expect(lines).toHaveLength(Object.keys(VARIABLES.properties).length);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}API_COMPRESSION +\S.*\(one of on, off; default: on\)$/));
});
