import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import { type AlertEntry, readAlerts, upsertAlerts } from '../../store/alerts/alerts.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import type { ParsedAlert } from './alertRow.ts';
import { type RowError, quoted } from '../values/rowError.ts';
import type { RawRow } from '../file/rawRow.ts';
import type { Rejections } from '../file/rejections.ts';

export type AlertTally = {
  rows: number;
  rejected: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Rows whose alert is repeated in a later row, which then applies. */
  repeated: number;
  /** Rows whose end is none, as it is in the future or long before the start. */
  withoutEnd: number;
};

export interface ImportAlertsOptions {
  readonly rows: AsyncIterable<RawRow[]>;
  readonly toAlert: (row: RawRow) => ParsedAlert | RowError;
  readonly rejections: Rejections;
  readonly isDryRun: boolean;
}

/** Writes the alerts of a file batch by batch; an alert with a known id is updated. */
export async function importAlerts(
  database: RetriedDatabase,
  options: ImportAlertsOptions,
  tally: AlertTally
): Promise<void> {
  const tagIds = await database.retry(() => readTagIds(database.pool));
  for await (const batch of options.rows) {
    const entries = new Map<string, AlertEntry>();
    for (const row of batch) {
      tally.rows += 1;
      const alert = row.error ?? options.toAlert(row);
      const entry = 'reason' in alert ? alert : withTag(alert, tagIds);
      if ('reason' in entry) {
        tally.rejected += 1;
        options.rejections.add(row, entry);
      } else {
        tally.repeated += entries.has(entry.id) ? 1 : 0;
        entries.set(entry.id, entry);
      }
    }
    await write(database, [...entries.values()], options.isDryRun, tally);
  }
}

export function emptyAlertTally(): AlertTally {
  return { rows: 0, rejected: 0, added: 0, changed: 0, unchanged: 0, repeated: 0, withoutEnd: 0 };
}

async function write(
  { pool, retry }: RetriedDatabase,
  alerts: readonly AlertEntry[],
  isDryRun: boolean,
  tally: AlertTally
): Promise<void> {
  if (alerts.length === 0) {
    return;
  }
  const ids = alerts.map(({ id }) => id);
  const stored = await retry(() => readAlerts(pool, ids));
  const modified = alerts.filter((alert) => !isSame(alert, stored.get(alert.id)));
  const added = modified.filter(({ id }) => !stored.has(id)).length;
  if (!isDryRun && modified.length > 0) {
    await retry(() => upsertAlerts(pool, modified));
  }
  tally.added += added;
  tally.changed += modified.length - added;
  tally.unchanged += alerts.length - modified.length;
}

function isSame(alert: AlertEntry, stored: AlertEntry | undefined): boolean {
  return (
    stored !== undefined && (Object.keys(alert) as Array<keyof AlertEntry>).every((key) => alert[key] === stored[key])
  );
}

function withTag(
  { device, tag, ...alert }: ParsedAlert,
  tagIds: Map<string, Map<string, number>>
): AlertEntry | RowError {
  const tagId = tagIds.get(device)?.get(tag);
  return tagId === undefined
    ? {
        reason: 'unknown device or tag',
        detail: `tag ${quoted(tag)} of device ${quoted(device)} is unknown; create it with "import devices" first`,
      }
    : { ...alert, tagId };
}
