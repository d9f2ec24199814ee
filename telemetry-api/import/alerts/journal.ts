import type { AlertEntry, Severity } from '../../store/alerts/alerts.ts';
import type { RawRow } from '../file/rawRow.ts';
import type { RowError } from '../values/importErrors.ts';
import type { AlertEvent } from './eventWord.ts';

/** One row of an alarm journal. */
export interface JournalEvent extends AlertEvent {
  readonly row: RawRow;
  readonly tagId: number;
  readonly rule: string;
  readonly epochMs: number;
  /** The id of the alert that begins here. */
  readonly id: string;
  /** Needed where an alert begins. */
  readonly severity: Severity | RowError;
  readonly startValue: number | RowError;
  readonly peakValue: number | RowError;
}

/** What the rows of a journal are together. */
export interface PairedEvents {
  /** Each has the rows that begin, acknowledge and end it. */
  readonly alerts: readonly AlertEntry[];
  readonly rejected: ReadonlyArray<{ readonly row: RawRow; readonly error: RowError }>;
  /** Rows that repeat another one. */
  readonly repeated: number;
  /** Rows of an alert beyond its first one. */
  readonly joined: number;
}

/** The last alert of a tag and rule. */
interface Current {
  readonly alert: AlertEntry;
  readonly isStored: boolean;
}

/**
 * Joins the events of each tag and rule in the order of their times to alerts; at the same time, the order of the file decides.
 * @param events in the order of the file, which can begin with the last one
 * @param before the last stored alert of each tag and rule before its first event, by `seriesKey`
 */
export function pairEvents(events: readonly JournalEvent[], before: ReadonlyMap<string, AlertEntry>): PairedEvents {
  const currents = new Map([...before].map(([key, alert]): [string, Current] => [key, { alert, isStored: true }]));
  const alerts = new Map<string, AlertEntry>();
  const rejected: Array<{ row: RawRow; error: RowError }> = [];
  /** Those whose last beginning was rejected. */
  const withoutAlert = new Set<string>();
  let [repeated, joined] = [0, 0];
  for (const event of inOrder(events)) {
    const key = seriesKey(event);
    const current = currents.get(key);
    const next = withoutAlert.has(key) && event.isActive !== true ? BEGINNING_REJECTED : apply(event, current);
    if ('reason' in next) {
      rejected.push({ row: event.row, error: next });
      if (event.isActive === true && !isOpenAt(current, event.epochMs)) {
        withoutAlert.add(key);
      }
    } else if (next === current) {
      repeated += alerts.has(next.alert.id) ? 1 : 0;
      alerts.set(next.alert.id, next.alert);
    } else {
      joined += alerts.has(next.alert.id) ? 1 : 0;
      alerts.set(next.alert.id, next.alert);
      currents.set(key, next);
      withoutAlert.delete(key);
    }
  }
  return { alerts: [...alerts.values()], rejected, repeated, joined };
}

/** A journal without the end of an alert does not undo the end that a later one has. */
export function withStoredTimes(alert: AlertEntry, stored: AlertEntry | undefined): AlertEntry {
  return {
    ...alert,
    acknowledgedMs: alert.acknowledgedMs ?? stored?.acknowledgedMs ?? null,
    endedMs: alert.endedMs ?? stored?.endedMs ?? null,
  };
}

/** Whose events belong together. */
export function seriesKey({ tagId, rule }: Pick<AlertEntry, 'tagId' | 'rule'>): string {
  return JSON.stringify([tagId, rule]);
}

function inOrder(events: readonly JournalEvent[]): JournalEvent[] {
  const back = events.filter(({ epochMs }, at) => at > 0 && epochMs < events[at - 1]!.epochMs).length;
  const forth = events.filter(({ epochMs }, at) => at > 0 && epochMs > events[at - 1]!.epochMs).length;
  const ascending = back > forth ? events.toReversed() : [...events];
  return ascending.sort((one, other) => one.epochMs - other.epochMs);
}

function isOpenAt(current: Current | undefined, epochMs: number): boolean {
  return (
    current !== undefined && (current.alert.endedMs === null || (current.isStored && current.alert.endedMs > epochMs))
  );
}

/** @returns the same object if the event repeats what is known */
function apply(event: JournalEvent, current: Current | undefined): Current | RowError {
  const { epochMs, isActive, isAcknowledged = false } = event;
  const alert = current?.alert;
  const isOpen = isOpenAt(current, epochMs);
  const withTimes = (times: Partial<Pick<AlertEntry, 'acknowledgedMs' | 'endedMs'>>): Current => ({
    ...current!,
    alert: { ...alert!, ...times },
  });
  const acknowledgedMs = alert?.acknowledgedMs ?? (isAcknowledged ? epochMs : null);
  const isNewAcknowledgement = alert !== undefined && acknowledgedMs !== alert.acknowledgedMs;
  if (isActive === true && !isOpen) {
    return begin(event);
  }
  if (alert === undefined) {
    return withoutBeginning(isActive === false ? 'end' : 'acknowledgement');
  }
  if (isActive === false && alert.endedMs === null) {
    return withTimes({ endedMs: epochMs, acknowledgedMs });
  }
  if (isNewAcknowledgement) {
    return withTimes({ acknowledgedMs });
  }
  const isRepeated = isAcknowledged || (isActive === true ? alert.startedMs === epochMs : alert.endedMs === epochMs);
  return isRepeated ? current! : isActive === true ? beginsAgain(alert) : withoutBeginning('end');
}

function begin({
  id,
  tagId,
  rule,
  epochMs,
  severity,
  startValue,
  peakValue,
  isAcknowledged,
}: JournalEvent): Current | RowError {
  const error = [severity, startValue, peakValue].find((one) => typeof one === 'object');
  if (error !== undefined) {
    return error;
  }
  return {
    isStored: false,
    alert: {
      ...{ id, tagId, rule, severity: severity as Severity, startedMs: epochMs, openedMs: epochMs },
      acknowledgedMs: isAcknowledged ? epochMs : null,
      endedMs: null,
      startValue: startValue as number,
      peakValue: peakValue as number,
    },
  };
}

const BEGINNING_REJECTED: RowError = {
  reason: 'beginning of its alert rejected',
  detail: 'the row in which this alert begins was rejected; import both rows together',
};

function withoutBeginning(what: 'end' | 'acknowledgement'): RowError {
  return {
    reason: `${what} without a beginning`,
    detail: `this is the ${what} of an alert that has not begun, neither in the file nor in what is stored: its device, tag and rule have no open alert at that time`,
  };
}

function beginsAgain({ startedMs }: AlertEntry): RowError {
  return {
    reason: 'begins again before its end',
    detail: `the alert of this device, tag and rule has begun at ${new Date(startedMs).toISOString()} and has not ended since`,
  };
}
