/**
 * Does work once, when it is first needed, and keeps its result. Whoever needs it meanwhile waits for the same work. After a failure, the
 * next one tries again.
 */
export function keepResult<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
