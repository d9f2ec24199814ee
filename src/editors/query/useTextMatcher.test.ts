import { act, renderHook } from '@testing-library/react';
import { useTextMatcher } from './useTextMatcher';

// As when the library of regular expressions cannot be loaded.
jest.mock('../../core/inventory/compileExpression', () => ({
  compileExpression: () => Promise.reject(new Error('chunk not found')),
}));

const NAMES: ReadonlySet<string> = new Set();

function matching(first: readonly string[]) {
  const { result, rerender } = renderHook((values: readonly string[]) => useTextMatcher(values, NAMES), {
    initialProps: first,
  });
  const settle = () => act(async () => undefined);
  return { matches: (text: string) => result.current?.(text), show: rerender, settle };
}

it('matches what the values do, once that is known', async () => {
  const { matches, settle } = matching(['COMP*']);
  expect(matches('COMP-01')).toBeUndefined();
  await settle();
  expect([matches('COMP-01'), matches('HORNO-1')]).toEqual([true, false]);
});

it('never matches what earlier values did', async () => {
  const { matches, show, settle } = matching(['COMP*']);
  await settle();
  show(['HORNO*']);
  expect(matches('COMP-01')).not.toBe(true);
  await settle();
  expect([matches('COMP-01'), matches('HORNO-1')]).toEqual([false, true]);
});

it('is unknown if the library of patterns cannot be loaded, whatever was known of earlier values', async () => {
  const { matches, show, settle } = matching(['COMP*']);
  await settle();
  show(['/^HORNO/']);
  await settle();
  expect(matches('COMP-01')).toBeUndefined();
});
