import type { RetriedDatabase } from '../store/database/retryWhileUnreachable.ts';
import { type AlertConstants, alertFields, alertRow } from './alerts/alertRow.ts';
import { emptyAlertTally, importAlerts } from './alerts/importAlerts.ts';
import { reportAlerts } from './report.ts';
import type { ImportWork } from './runImport.ts';
import type { ValueOptions } from './valueOptions.ts';
import { timestampParser } from './values/timestampParser.ts';
import type { RepeatedHour } from './values/wallTime.ts';

/** The options of `import alerts`. Its rows are in any order. */
export interface AlertOptions extends ValueOptions, AlertConstants {
  readonly repeatedHour: Exclude<RepeatedHour, 'order'>;
}

/** `import alerts` */
export function alertsWork(database: RetriedDatabase, options: AlertOptions): ImportWork {
  const { timeFormat: format, zone, repeatedHour, decimalComma = false, dryRun: isDryRun = false } = options;
  const tally = emptyAlertTally();
  const fields = alertFields(options);
  const toAlert = alertRow({
    fields,
    decimalComma,
    parseTimestamp: timestampParser({ format, zone, repeatedHour }),
    now: Date.now,
    onUnreachedEnd: () => (tally.withoutEnd += 1),
  });
  return {
    fields,
    foundByCells: 'events',
    run: ({ rows }, rejections) => importAlerts(database, { rows, toAlert, rejections, isDryRun }, tally),
    rows: () => tally.rows,
    report: () => reportAlerts(tally),
  };
}
