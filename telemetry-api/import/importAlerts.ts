import type pg from 'pg';
import { type AlertEntry, readAlerts, upsertAlerts } from '../store/alerts.ts';
import { readTagIds } from '../store/inventory.ts';
import type { AlertRow } from './alertRow.ts';
import { type Problem, shown } from './problem.ts';
import type { RawRow } from './rawRow.ts';
import { type Rejections, stopAfter } from './rejections.ts';

export type AlertTally = {
  rows: number;
  rejected: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Rows whose alert is repeated in a later row, which then applies. */
  repeated: number;
};

export interface ImportAlertsOptions {
  readonly rows: AsyncIterable<RawRow[]>;
  readonly toAlert: (row: RawRow) => AlertRow | Problem;
  readonly rejections: Rejections;
  readonly isDryRun: boolean;
  /** The import stops when more rows than this are rejected. */
  readonly maxErrors: number;
}

/** Writes the alerts of a file batch by batch; an alert with a known id is updated. */
export async function importAlerts(pool: pg.Pool, options: ImportAlertsOptions, tally: AlertTally): Promise<void> {
  const tagIds = await readTagIds(pool);
  for await (const run of options.rows) {
    const told = new Map<string, AlertEntry>();
    for (const row of run) {
      tally.rows += 1;
      const alert = row.problem ?? options.toAlert(row);
      const entry = 'reason' in alert ? alert : withTag(alert, tagIds);
      if ('reason' in entry) {
        options.rejections.add(row, entry);
        tally.rejected += 1;
        stopAfter(options.maxErrors, tally.rejected);
      } else {
        tally.repeated += told.has(entry.id) ? 1 : 0;
        told.set(entry.id, entry);
      }
    }
    await write(pool, [...told.values()], options.isDryRun, tally);
  }
}

export function emptyAlertTally(): AlertTally {
  return { rows: 0, rejected: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };
}

async function write(pool: pg.Pool, told: readonly AlertEntry[], isDryRun: boolean, tally: AlertTally): Promise<void> {
  if (told.length === 0) {
    return;
  }
  const stored = await readAlerts(
    pool,
    told.map(({ id }) => id)
  );
  const unlike = told.filter((alert) => !isSame(alert, stored.get(alert.id)));
  const added = unlike.filter(({ id }) => !stored.has(id)).length;
  if (!isDryRun && unlike.length > 0) {
    await upsertAlerts(pool, unlike);
  }
  tally.added += added;
  tally.changed += unlike.length - added;
  tally.unchanged += told.length - unlike.length;
}

function isSame(alert: AlertEntry, stored: AlertEntry | undefined): boolean {
  return (
    stored !== undefined && (Object.keys(alert) as Array<keyof AlertEntry>).every((key) => alert[key] === stored[key])
  );
}

function withTag({ device, tag, ...alert }: AlertRow, tagIds: Map<string, Map<string, number>>): AlertEntry | Problem {
  const tagId = tagIds.get(device)?.get(tag);
  return tagId === undefined
    ? {
        reason: 'unknown device or tag',
        detail: `tag ${shown(tag)} of device ${shown(device)} is unknown; create it with "import devices" first`,
      }
    : { ...alert, tagId };
}
