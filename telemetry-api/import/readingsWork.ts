import type { RetriedDatabase } from '../store/database/retryWhileUnreachable.ts';
import { readInventory } from '../store/inventory/readInventory.ts';
import { emptyTally, importReadings } from './readings/importReadings.ts';
import { missingTags } from './inventory/missingTags.ts';
import type { ReadingOptions } from './readingOptions.ts';
import { readingFields, readingRow } from './readings/readingRow.ts';
import { suggestCommand } from './suggestCommand.ts';
import { dashboardPath } from './readings/dashboardPath.ts';
import { reportReadings } from './report.ts';
import type { ImportWork } from './runImport.ts';
import { timestampsOf } from './valueOptions.ts';

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
    suggest: async (path, start) => suggestCommand(path, start, options, await readSiteZone(database, options)),
    dashboard: () => (isDryRun ? undefined : dashboardPath(tally)),
    report: () => reportReadings(tally, isDryRun, onConflict, missing?.created(), { zone, repeated, repeatedHour }),
  };
}

/** The zone of the stored site of the file; `--site-zone` is that of a new one. */
async function readSiteZone(
  { pool, retry }: RetriedDatabase,
  { device, site, siteZone }: ReadingOptions
): Promise<string | undefined> {
  const { devices, sites } = await retry(() => readInventory(pool));
  const ofDevice = device === undefined ? undefined : devices.get(device)?.site;
  return (ofDevice ?? sites.find(({ code }) => code === site))?.zone ?? siteZone;
}
