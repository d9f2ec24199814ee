import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; error: Error } | { state: 'ready'; value: T };

/**
 * The outcome of a promise that is made anew when `make` changes (keep it stable with useCallback).
 * @returns the outcome, and a function that tries again
 */
export function usePromise<T>(make: () => Promise<T>): [Loaded<T>, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    setLoaded({ state: 'loading' });
    make().then(
      (value) => isCurrent && setLoaded({ state: 'ready', value }),
      (thrown: unknown) => isCurrent && setLoaded({ state: 'failed', error: asError(thrown) })
    );
    return () => {
      isCurrent = false;
    };
  }, [make, attempt]);
  return [loaded, useCallback(() => setAttempt((count) => count + 1), [])];
}

function asError(thrown: unknown): Error {
  if (thrown instanceof Error) {
    return thrown;
  }
  const { data, statusText } = thrown as { data?: { message?: string }; statusText?: string };
  return new Error(data?.message ?? statusText ?? String(thrown));
}
