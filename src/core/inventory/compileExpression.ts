/** A regular expression that is ready to use. */
export interface CompiledExpression {
  /** How many states it has: the time for a text grows with it and with the length of the text, and with nothing else. */
  readonly size: number;
  /** True if it matches any part of the text. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a regular expression in the syntax of RE2, which has no look-around and no back-references. Matching takes linear time,
 * whatever the expression and the text: the browser's own matcher may take hours for a short text and cannot be interrupted.
 * The server has the same from Go, see `src/backend/standIns/compileExpression.ts`.
 * @returns undefined if it is not valid
 */
export async function compileExpression(expression: string): Promise<CompiledExpression | undefined> {
  // Loaded when it is first needed: it is nearly half as large as the rest of the plugin.
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(expression);
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch {
    return undefined;
  }
}
