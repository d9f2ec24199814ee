import { readFileSync } from 'node:fs';
import path from 'node:path';
import Type, { type TSchema } from 'typebox';
import { DatabaseVariables, describeVariables, RetentionVariables, ServerVariables } from './environment.ts';

const VARIABLES = Type.Object({
  ...DatabaseVariables.properties,
  ...RetentionVariables.properties,
  ...ServerVariables.properties,
});

test('docs/operations.md names every variable with its default, and no other', () => {
  const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('Configuration\n')) ?? '';
  // `A`, `B` (`default of A`, `default of B`): description
  const documented = [...section.matchAll(/((?:`[A-Z][A-Z\d]*(?:_[A-Z\d]+)+`(?:, )?)+)(?: \(([^)]*)\))?/g)].flatMap(
    ([, names = '', defaults = '']) =>
      [...names.matchAll(/[A-Z_\d]+/g)].map(([name], index) => {
        const text = defaults.split(', ')[index]?.trim() ?? '';
        return [name, /^`(.*)`$/.exec(text)?.[1]] as const;
      })
  );
  const expected = Object.entries<TSchema & { readonly default?: unknown }>(VARIABLES.properties).map(
    ([name, variable]) => [name, variable.default === undefined ? undefined : String(variable.default)]
  );
  const written = new Map(documented);
  // The default of a folder is a path of the project, which the schema describes in words.
  written.set('TELEMETRY_DATA_DIR', undefined);
  expect([...written].sort()).toEqual(expected.sort());
});

test('the help has a line for each variable, with its choices and default', () => {
  const lines = describeVariables(VARIABLES).split('\n');
  expect(lines).toHaveLength(Object.keys(VARIABLES.properties).length);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}API_COMPRESSION +\S.*\(one of on, off; default: on\)$/));
});
