import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; error: Error } | { state: 'ready'; value: T };

/**
 * The state of a promise. A changed `load` runs again, so wrap it in useCallback.
 * @returns the state and a retry function
 */
export function usePromise<T>(load: () => Promise<T>): [Loaded<T>, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ load: unknown; attempt: number; outcome: Loaded<T> }>();
  useEffect(() => {
    let isCurrent = true;
    const settle = (outcome: Loaded<T>) => isCurrent && setSettled({ load, attempt, outcome });
    load().then(
      (value) => settle({ state: 'ready', value }),
      (cause: unknown) => settle({ state: 'failed', error: asError(cause) })
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isSettled = settled?.load === load && settled.attempt === attempt;
  return [isSettled ? settled.outcome : { state: 'loading' }, retry];
}

function asError(cause: unknown): Error {
  if (cause instanceof Error) {
    return cause;
  }
  const { data, statusText } = cause as { data?: { message?: string }; statusText?: string };
  return new Error(data?.message ?? statusText ?? String(cause));
}
