import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; error: Error } | { state: 'ready'; value: T };

/**
 * The outcome of a promise that is made anew when `make` changes (keep it stable with useCallback).
 * @returns the outcome, and a function that tries again
 */
export function usePromise<T>(make: () => Promise<T>): [Loaded<T>, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ make: unknown; attempt: number; outcome: Loaded<T> }>();
  useEffect(() => {
    let isCurrent = true;
    const settle = (outcome: Loaded<T>) => isCurrent && setSettled({ make, attempt, outcome });
    make().then(
      (value) => settle({ state: 'ready', value }),
      (thrown: unknown) => settle({ state: 'failed', error: asError(thrown) })
    );
    return () => {
      isCurrent = false;
    };
  }, [make, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isSettled = settled?.make === make && settled.attempt === attempt;
  return [isSettled ? settled.outcome : { state: 'loading' }, retry];
}

function asError(thrown: unknown): Error {
  if (thrown instanceof Error) {
    return thrown;
  }
  const { data, statusText } = thrown as { data?: { message?: string }; statusText?: string };
  return new Error(data?.message ?? statusText ?? String(thrown));
}
