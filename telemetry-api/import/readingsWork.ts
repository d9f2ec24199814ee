import type { RetriedDatabase } from '../store/database/retryWhileUnreachable.ts';
import { emptyTally, importReadings } from './readings/importReadings.ts';
import { missingTags } from './inventory/missingTags.ts';
import { type ReadingColumns, readingFields, readingRow } from './readings/readingRow.ts';
import { reportReadings } from './report.ts';
import type { ImportWork } from './runImport.ts';
import { timestampsOf, type ValueOptions } from './valueOptions.ts';

export interface ReadingOptions extends ValueOptions, ReadingColumns {
  readonly onConflict: 'keep' | 'replace';
  readonly createMissing?: boolean;
  readonly site?: string;
  readonly siteName?: string;
  readonly siteZone?: string;
  readonly area: string;
  readonly unit: string;
}

/** `import readings` */
export function readingsWork(database: RetriedDatabase, signal: AbortSignal, options: ReadingOptions): ImportWork {
  const { onConflict, zone = 'UTC', repeatedHour, decimalComma = false, dryRun: isDryRun = false } = options;
  const fields = readingFields(options);
  const tally = emptyTally();
  let repeated = 0;
  const parseTimestamp = timestampsOf(options, () => (repeated += 1));
  const missing = options.createMissing
    ? missingTags(database, {
        site: options.site,
        siteName: options.siteName,
        siteZone: options.siteZone ?? zone,
        area: options.area,
        unit: options.unit,
        isDryRun,
      })
    : undefined;
  const toReading = readingRow({ fields, decimalComma, parseTimestamp });
  return {
    fields,
    run: ({ rows }, rejections) =>
      importReadings(
        database,
        {
          rows,
          toReading,
          rejections,
          missing,
          isDryRun,
          signal,
          onConflict,
        },
        tally
      ),
    rows: () => tally.rows,
    report: () => reportReadings(tally, isDryRun, onConflict, missing?.created(), { zone, repeated, repeatedHour }),
  };
}
