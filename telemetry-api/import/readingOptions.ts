import type { ValueOptions } from './valueOptions.ts';
import type { ReadingColumns } from './readings/readingRow.ts';

/** The options of `import readings`. */
export interface ReadingOptions extends ValueOptions, ReadingColumns {
  readonly onConflict: 'keep' | 'replace';
  readonly createMissing?: boolean;
  readonly site?: string;
  readonly siteName?: string;
  readonly siteZone?: string;
  readonly area: string;
  readonly unit: string;
}
