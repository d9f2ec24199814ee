/** The `code` of an error of Node or PostgreSQL, such as ENOENT or 23514. Asks for no class: a test runner's errors are of another realm. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
