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
import { timestampParser } from './values/timestampParser.ts';

/** `import readings` */
export function readingsWork(database: RetriedDatabase, signal: AbortSignal, options: ReadingOptions): ImportWork {
  const { timeFormat: format, zone, repeatedHour, decimalComma = false } = options;
  const { minQuality, goodQuality, states, onConflict, dryRun: isDryRun = false } = options;
  const fields = readingFields(options);
  const tally = emptyTally();
  let repeated = 0;
  const parseTimestamp = timestampParser({ format, zone, repeatedHour, onRepeatedHour: () => (repeated += 1) });
  const missing = options.createMissing
    ? missingTags(database, {
        site: options.site,
        siteName: options.siteName,
        siteZone: options.siteZone ?? zone ?? 'UTC',
        area: options.area,
        unit: options.unit,
        isDryRun,
      })
    : undefined;
  const toReading = readingRow({ fields, decimalComma, minQuality, goodQuality, states, parseTimestamp });
  return {
    fields,
    foundByCells: 'qualities',
    item: options.tagPerColumn ? 'value' : 'row',
    run: ({ rows, isOfRejects }, rejections) =>
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
          isInOrder: !isOfRejects,
        },
        tally
      ),
    rows: () => tally.rows,
    suggest: async (path, start) => suggestCommand(path, start, options, await readSiteZone(database, options)),
    dashboard: () => (isDryRun ? undefined : dashboardPath(tally)),
    report: () =>
      reportReadings(tally, isDryRun, onConflict, missing?.created(), { zone: zone ?? '', repeated, repeatedHour }),
  };
}

/** The zone of the site of the file: the given one, or that of a stored site. */
async function readSiteZone(
  { pool, retry }: RetriedDatabase,
  { device, site, siteZone }: ReadingOptions
): Promise<string | undefined> {
  if (siteZone !== undefined) {
    return siteZone;
  }
  const { devices, sites } = await retry(() => readInventory(pool));
  const ofDevice = device === undefined ? undefined : devices.get(device)?.site;
  return (ofDevice ?? sites.find(({ code }) => code === site))?.zone;
}
