import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import {
  type AlertEntry,
  type AlertSeries,
  readAlerts,
  readAlertsBefore,
  upsertAlerts,
} from '../../store/alerts/alerts.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import type { ParsedAlert, ParsedEvent } from './alertRow.ts';
import { type JournalEvent, pairEvents, seriesKey, withStoredTimes } from './journal.ts';
import { InputError, type RowError, quoted } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import type { Rejections } from '../file/rejections.ts';

export type AlertTally = {
  rows: number;
  rejected: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Rows whose alert is repeated in a later row, which then applies; rows of a journal that repeat another one. */
  repeated: number;
  /** Rows whose end is none, as it is in the future or long before the start. */
  withoutEnd: number;
  /** Rows of a journal beyond the first one of their alert. */
  joined: number;
  /** Alerts that have not ended. */
  open: number;
};

/** More would not fit into memory: a journal is read as a whole, because it can begin with its last row. */
const MAX_EVENTS = 1_000_000;
const WRITTEN_AT_ONCE = 1000;

export interface ImportAlertsOptions {
  readonly rows: AsyncIterable<RawRow[]>;
  readonly toAlert: (row: RawRow) => ParsedAlert | ParsedEvent | RowError;
  readonly rejections: Rejections;
  readonly isDryRun: boolean;
}

/** Writes the alerts of a file batch by batch, those of a journal after its last row; an alert with a known id is updated. */
export async function importAlerts(
  database: RetriedDatabase,
  options: ImportAlertsOptions,
  tally: AlertTally
): Promise<void> {
  const tagIds = await database.retry(() => readTagIds(database.pool));
  const events: JournalEvent[] = [];
  const reject = (row: RawRow, error: RowError) => {
    tally.rejected += 1;
    options.rejections.add(row, error);
  };
  for await (const batch of options.rows) {
    const entries = new Map<string, AlertEntry>();
    for (const row of batch) {
      tally.rows += 1;
      const parsed = row.error ?? options.toAlert(row);
      const tagId = 'reason' in parsed ? parsed : findTagId(parsed, tagIds);
      if ('reason' in parsed) {
        reject(row, parsed);
      } else if (typeof tagId !== 'number') {
        reject(row, tagId);
      } else if ('epochMs' in parsed) {
        events.push({ ...parsed, tagId, row });
        checkLength(events);
      } else {
        const { device: _, tag: __, ...alert } = parsed;
        tally.repeated += entries.has(alert.id) ? 1 : 0;
        entries.set(alert.id, { ...alert, tagId });
      }
    }
    await write(database, [...entries.values()], options.isDryRun, tally);
  }
  if (events.length > 0) {
    await writeJournal(database, events, options.isDryRun, tally, reject);
  }
}

async function writeJournal(
  database: RetriedDatabase,
  events: readonly JournalEvent[],
  isDryRun: boolean,
  tally: AlertTally,
  reject: (row: RawRow, error: RowError) => void
): Promise<void> {
  const first = new Map<string, AlertSeries>();
  for (const event of events) {
    const { tagId, rule, epochMs } = event;
    const key = seriesKey(event);
    first.set(key, { tagId, rule, beforeMs: Math.min(epochMs, first.get(key)?.beforeMs ?? Infinity) });
  }
  const stored = await database.retry(() => readAlertsBefore(database.pool, [...first.values()]));
  const { alerts, rejected, repeated, joined } = pairEvents(
    events,
    new Map(stored.map((alert) => [seriesKey(alert), alert]))
  );
  tally.repeated += repeated;
  tally.joined += joined;
  rejected.forEach(({ row, error }) => reject(row, error));
  for (let at = 0; at < alerts.length; at += WRITTEN_AT_ONCE) {
    await write(database, alerts.slice(at, at + WRITTEN_AT_ONCE), isDryRun, tally, true);
  }
}

function checkLength({ length }: readonly JournalEvent[]): void {
  if (length > MAX_EVENTS) {
    throw new InputError(
      `the journal has more than ${MAX_EVENTS} rows; import it in parts, the earliest first: an alert that goes on in the next part is continued there`
    );
  }
}

export function emptyAlertTally(): AlertTally {
  return { rows: 0, rejected: 0, added: 0, changed: 0, unchanged: 0, repeated: 0, joined: 0, open: 0, withoutEnd: 0 };
}

async function write(
  { pool, retry }: RetriedDatabase,
  given: readonly AlertEntry[],
  isDryRun: boolean,
  tally: AlertTally,
  isJournal = false
): Promise<void> {
  if (given.length === 0) {
    return;
  }
  const ids = given.map(({ id }) => id);
  const stored = await retry(() => readAlerts(pool, ids));
  const alerts = isJournal ? given.map((alert) => withStoredTimes(alert, stored.get(alert.id))) : given;
  const modified = alerts.filter((alert) => !isSame(alert, stored.get(alert.id)));
  const added = modified.filter(({ id }) => !stored.has(id)).length;
  if (!isDryRun && modified.length > 0) {
    await retry(() => upsertAlerts(pool, modified));
  }
  tally.open += alerts.filter(({ endedMs }) => endedMs === null).length;
  tally.added += added;
  tally.changed += modified.length - added;
  tally.unchanged += alerts.length - modified.length;
}

function isSame(alert: AlertEntry, stored: AlertEntry | undefined): boolean {
  return (
    stored !== undefined && (Object.keys(alert) as Array<keyof AlertEntry>).every((key) => alert[key] === stored[key])
  );
}

function findTagId(
  { device, tag }: Pick<ParsedAlert, 'device' | 'tag'>,
  tagIds: Map<string, Map<string, number>>
): number | RowError {
  return (
    tagIds.get(device)?.get(tag) ?? {
      reason: 'unknown device or tag',
      detail: `tag ${quoted(tag)} of device ${quoted(device)} is unknown; create it with "import devices" first`,
    }
  );
}
