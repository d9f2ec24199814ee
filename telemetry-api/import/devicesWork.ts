import type { RetriedDatabase } from '../store/database/retryWhileUnreachable.ts';
import { DEVICE_FIELDS } from './inventory/deviceRow.ts';
import { emptyDeviceTally, importDevices } from './inventory/importDevices.ts';
import { reportDevices } from './report.ts';
import { checkZone } from './values/zoneOffsets.ts';
import type { FileOptions, ImportWork } from './runImport.ts';

export interface DeviceOptions extends FileOptions {
  readonly site?: string;
  readonly siteZone?: string;
}

/** `import devices` */
export function devicesWork(database: RetriedDatabase, { site, siteZone, dryRun }: DeviceOptions): ImportWork {
  if (siteZone !== undefined) {
    checkZone(siteZone);
  }
  const tally = emptyDeviceTally();
  const defaults = { site, siteZone };
  return {
    fields: DEVICE_FIELDS,
    run: ({ rows }, rejections) =>
      importDevices(database, { rows, rejections, defaults, isDryRun: dryRun ?? false }, tally),
    rows: () => tally.rows,
    report: () => reportDevices(tally),
  };
}
