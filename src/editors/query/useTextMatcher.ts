import { useEffect, useState } from 'react';
import { compilePatterns, isInvalidPattern, type TextMatcher } from '../../core/inventory/textPattern';
import { containsVariable } from '../../query/dashboard';

/**
 * What the values and patterns of a list match. What a variable contains is known at run time only.
 * @param names of the inventory, which are no patterns, whatever they look like. Memoized by the caller, as the values are
 * @returns undefined until it is known, and if a pattern is invalid
 */
export function useTextMatcher(values: readonly string[], names: ReadonlySet<string>): TextMatcher | undefined {
  const [matcher, setMatcher] = useState<TextMatcher>();
  useEffect(() => {
    let isCurrent = true;
    const written = values.filter((value) => names.has(value) || !containsVariable(value));
    compilePatterns(written, names).then(
      (compiled) => {
        if (isCurrent) {
          setMatcher(() => (written.length === 0 || isInvalidPattern(compiled) ? undefined : compiled));
        }
      },
      // Without the library of patterns, the matcher stays unknown, and the query itself says why.
      () => undefined
    );
    return () => {
      isCurrent = false;
    };
  }, [values, names]);
  return matcher;
}
