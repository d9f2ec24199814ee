import { useEffect, useState } from 'react';

/**
 * What a function resolves to; undefined until then, and if it rejects. What an earlier function resolved to is not returned for another
 * one, also not for a moment.
 * @param load memoized with `useCallback`, so that it is another function whenever something that it depends on has changed
 */
export function useLoaded<Value>(load: () => Promise<Value>): Value | undefined {
  const [loaded, setLoaded] = useState<{ readonly by: () => Promise<Value>; readonly value: Value }>();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => {
        if (isCurrent) {
          // Without a value there is nothing to render again.
          setLoaded(value === undefined ? undefined : { by: load, value });
        }
      },
      () => undefined
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return loaded?.by === load ? loaded.value : undefined;
}
