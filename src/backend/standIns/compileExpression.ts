import type { CompiledExpression } from '../../core/inventory/compileExpression';

/** In the place of `core/inventory/compileExpression`: by Go, whose syntax and results are those of RE2JS. */
export function compileExpression(expression: string): Promise<CompiledExpression | undefined> {
  return Promise.resolve(host.compileExpression(expression));
}
