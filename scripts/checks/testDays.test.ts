import { expect, test } from '@jest/globals';
import { testDays } from './testDays.ts';

test('sixty different days with each weekday, day of the month and hour', () => {
  const days = testDays().map((text) => new Date(`${text.replace(' ', 'T')}Z`));
  expect(new Set(days.map(Number)).size).toBe(60);
  expect(new Set(days.map((day) => day.getUTCDay())).size).toBe(7);
  expect(new Set(days.map((day) => day.getUTCDate())).size).toBeGreaterThan(25);
  expect(new Set(days.map((day) => day.getUTCHours())).size).toBe(24);
});
