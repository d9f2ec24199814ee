/** The result of one figure. */
export interface Measured {
  readonly figure: string;
  readonly value: number;
  /** The target; null if there is none. */
  readonly limit: number | null;
  readonly better: 'lower' | 'higher';
  /** How the value was measured, for display; absent if a table shows it. */
  readonly detail?: string;
}

export interface Table {
  readonly title?: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}
