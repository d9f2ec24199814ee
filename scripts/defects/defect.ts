/** The rooms of the product that defects are put into; ten into each. */
export const GROUPS = ['core', 'kinds', 'interface', 'service', 'import', 'backend'] as const;
export type Group = (typeof GROUPS)[number];

/** A realistic slip, as data: it compiles, and a user sees it. */
export interface Defect {
  /** What is wrong, in a few words. */
  readonly id: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Text that is exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What a user would see. */
  readonly effect: string;
}
