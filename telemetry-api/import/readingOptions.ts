import type { ValueOptions } from './valueOptions.ts';
import type { Quality } from './values/quality.ts';
import type { ReadingColumns } from './readings/readingRow.ts';

/** The options of `import readings`. */
export interface ReadingOptions extends ValueOptions, ReadingColumns {
  /** Rows of a lower quality are rejected, if the file has a column for it. */
  readonly minQuality: Quality;
  readonly onConflict: 'keep' | 'replace';
  readonly createMissing?: boolean;
  readonly site?: string;
  readonly siteName?: string;
  readonly siteZone?: string;
  readonly area: string;
  readonly unit: string;
}
