import { expect, test } from '@jest/globals';
import { compareVersions, versionsToCompile } from './grafanaVersions.ts';

test('the oldest version is followed by the newest patch of each later minor, in order', () => {
  const published = ['13.0.0', '13.0.10', '13.0.2', '12.4.1', '12.3.0', '12.3.4', '12.2.9', '13.10.0', '13.2.0'];
  expect(versionsToCompile('12.3.0', [published, published])).toEqual([
    '12.3.0',
    '12.4.1',
    '13.0.10',
    '13.2.0',
    '13.10.0',
  ]);
});

test('a version that one package lacks is left out, and so are previews', () => {
  const complete = ['12.3.0', '13.2.2', '13.2.3', '13.3.0-20261101'];
  expect(versionsToCompile('12.3.0', [complete, complete.filter((version) => version !== '13.2.3')])).toEqual([
    '12.3.0',
    '13.2.2',
  ]);
});

test('versions are compared by number', () => {
  expect(compareVersions('13.1.9', '13.1.10')).toBeLessThan(0);
  expect(compareVersions('13.2.0', '13.2.0')).toBe(0);
});
