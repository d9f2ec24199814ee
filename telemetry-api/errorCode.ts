/** The `code` of a Node or PostgreSQL error, such as ENOENT or 23514. Avoids instanceof, because Jest's errors come from another realm. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
