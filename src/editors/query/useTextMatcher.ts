import { useCallback } from 'react';
import { compilePatterns, isInvalidPattern, type TextMatcher } from '../../core/inventory/textPattern';
import { containsVariable } from '../../query/dashboard';
import { useLoaded } from '../shared/useLoaded';

/**
 * What the values and patterns of a list match. What a variable contains is known at run time only.
 * @param names of the inventory, which are no patterns, whatever they look like. Memoized by the caller, as the values are
 * @returns undefined until it is known, if a pattern is invalid, and without the library of patterns: the query itself says why
 */
export function useTextMatcher(values: readonly string[], names: ReadonlySet<string>): TextMatcher | undefined {
  const compile = useCallback(async () => {
    const written = values.filter((value) => names.has(value) || !containsVariable(value));
    const compiled = await compilePatterns(written, names);
    return written.length === 0 || isInvalidPattern(compiled) ? undefined : compiled;
  }, [values, names]);
  return useLoaded(compile);
}
