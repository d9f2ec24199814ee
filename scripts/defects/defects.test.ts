import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { chooseDefects } from './chooseDefects.ts';
import { GROUPS } from './defect.ts';
import { DEFECTS } from './defects.ts';

const ALL = chooseDefects({});

test.each(ALL)('the text that $id replaces is once in $file', ({ file, find, replace }) => {
  const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
  expect(text.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});

test('there are ten defects in each group, each with an id of its own', () => {
  expect(GROUPS.map((group) => DEFECTS[group].length)).toEqual(GROUPS.map(() => 10));
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(60);
});

test('defects are chosen by their ids or their group', () => {
  expect(chooseDefects({ group: 'core' }).map(({ id }) => id)).toEqual(DEFECTS.core.map(({ id }) => id));
  expect(chooseDefects({ only: `${ALL[59]!.id}, ${ALL[0]!.id}` })).toEqual([ALL[0], ALL[59]]);
  expect(() => chooseDefects({ only: 'nothing' })).toThrow(`Unknown defect "nothing". There are ${ALL[0]!.id}, `);
  expect(() => chooseDefects({ group: 'cores' })).toThrow(`Unknown group "cores". There are ${GROUPS.join(', ')}.`);
});
