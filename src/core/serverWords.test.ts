import { findTagRole, isNeverAveraged, TAG_TYPE_WORDS, type TagRole } from './serverWords';

it.each<[string, TagRole]>([
  ['medida', 'measure'],
  ['', 'measure'],
  ['something else', 'measure'],
  ['estado', 'state'],
  [' Digital ', 'state'],
  ['CONTADOR', 'counter'],
  ['consigna', 'setPoint'],
])('a tag of the type %j is a %s', (type, role) => {
  expect(findTagRole(type, TAG_TYPE_WORDS)).toBe(role);
});

it('the words of the settings replace the known ones', () => {
  const words = { state: ['modo'], counter: [], setPoint: [''] };
  expect(['modo', 'estado', ''].map((type) => findTagRole(type, words))).toEqual(['state', 'measure', 'setPoint']);
});

it('only states and set points hold their value until the next reading', () => {
  expect((['measure', 'state', 'counter', 'setPoint'] as const).filter(isNeverAveraged)).toEqual(['state', 'setPoint']);
});
