import type { RetriedDatabase } from '../store/database/retryWhileUnreachable.ts';
import { ALERT_FIELDS, alertRow } from './alerts/alertRow.ts';
import { emptyAlertTally, importAlerts } from './alerts/importAlerts.ts';
import { reportAlerts } from './report.ts';
import type { ImportWork } from './runImport.ts';
import { timestampsOf, type ValueOptions } from './valueOptions.ts';

/** `import alerts` */
export function alertsWork(database: RetriedDatabase, options: ValueOptions): ImportWork {
  const { decimalComma = false, dryRun: isDryRun = false } = options;
  const tally = emptyAlertTally();
  const toAlert = alertRow({ decimalComma, parseTimestamp: timestampsOf(options) });
  return {
    fields: ALERT_FIELDS,
    run: ({ rows }, rejections) => importAlerts(database, { rows, toAlert, rejections, isDryRun }, tally),
    rows: () => tally.rows,
    report: () => reportAlerts(tally),
  };
}
