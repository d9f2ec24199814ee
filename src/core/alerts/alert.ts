import {
  asObject,
  decodeListPage,
  identityField,
  instantField,
  malformed,
  numberField,
  textField,
} from '../api/fields';
import { OPERATIONS } from '../api/operations';
import type { ListPage } from '../api/pages';
import { ALERT_STATE_WORDS, type AlertPhase, findMeaning, SEVERITY_WORDS } from '../serverWords';
import { DAY_MS, type EpochMs, type TimeWindow } from '../time/window';

/** An alert. The API leaves the values of severity and state open. */
export interface Alert {
  readonly id: string;
  readonly rule: string;
  readonly device: string;
  readonly tag: string;
  readonly severity: string;
  readonly state: string;
  /** When the condition began; the opening time where the server does not report it. */
  readonly startEpochMs: EpochMs;
  readonly openedEpochMs: EpochMs;
  readonly acknowledgedEpochMs: EpochMs | undefined;
  /** Undefined while the alert has not ended. Of the server's answer, whatever it sent: see `alertAt`. */
  readonly endEpochMs: EpochMs | undefined;
  readonly startValue: number | undefined;
  readonly peakValue: number | undefined;
}

/**
 * An alert as it is at an instant. Tiles, tables, regions, timelines and filters decide by this alone what is open.
 *
 * - A later end or acknowledgement has not happened yet, be it in the year 9999 or in five minutes.
 * - An end or acknowledgement more than a day before the start, such as 0001-01-01 or 1970-01-01, is how some servers write that there is none.
 * - An end that is less than a day before the start is of another clock or zone: the alert ended when it began.
 *
 * The server's word for the state stays, unless it is known and the end that the server sent makes it wrong.
 */
export function alertAt(alert: Alert, atEpochMs: EpochMs): Alert {
  const { startEpochMs, endEpochMs, acknowledgedEpochMs } = alert;
  const hasHappened = (epochMs: EpochMs | undefined) =>
    epochMs !== undefined && epochMs <= atEpochMs && epochMs >= startEpochMs - DAY_MS;
  const asOf: Alert = {
    ...alert,
    endEpochMs: hasHappened(endEpochMs) ? Math.max(startEpochMs, endEpochMs!) : undefined,
    acknowledgedEpochMs: hasHappened(acknowledgedEpochMs) ? acknowledgedEpochMs : undefined,
  };
  return endEpochMs === undefined ? asOf : { ...asOf, state: stateWord(asOf) };
}

/**
 * The alerts that were opened before an earlier instant and open at it, as they were then. Nobody knows whether their peak values had been
 * reached by then, so they have none.
 */
export function openAlertsAt(alerts: readonly Alert[], atEpochMs: EpochMs): Alert[] {
  return alerts
    .filter(({ openedEpochMs }) => openedEpochMs < atEpochMs)
    .map((alert): Alert => {
      const then = { ...alertAt(alert, atEpochMs), peakValue: undefined };
      const phase = findPhase(then);
      return phase === findPhase(alert) ? then : { ...then, state: ALERT_STATE_WORDS[phase][0] };
    })
    .filter((alert) => findPhase(alert) !== 'ended');
}

function stateWord(alert: Alert): string {
  const phase = findPhase(alert);
  const meaning = findMeaning(ALERT_STATE_WORDS, alert.state);
  const isRight = meaning === undefined || (meaning === 'ended') === (phase === 'ended');
  return isRight ? alert.state : ALERT_STATE_WORDS[phase][0];
}

/** The alarm of an alert: what a rule watches on a tag of a device. */
export function alarmKey({ rule, device, tag }: Pick<Alert, 'rule' | 'device' | 'tag'>): string {
  return JSON.stringify([rule, device, tag]);
}

/** True when any instant of the alert lies in the window. An alert without an end is still active. */
export function overlaps(alert: Alert, window: TimeWindow): boolean {
  const endEpochMs = alert.endEpochMs ?? Infinity;
  return alert.startEpochMs < window.toEpochMs && endEpochMs >= window.fromEpochMs;
}

/** Where an alert is in its lifecycle, by its times: whatever the server calls its state. */
export function findPhase(alert: Alert): AlertPhase {
  if (alert.endEpochMs !== undefined) {
    return 'ended';
  }
  return alert.acknowledgedEpochMs === undefined ? 'opened' : 'acknowledged';
}

/** For sorting: the most severe alert first; one whose severity only the server knows comes last. */
export function compareSeverity(a: Pick<Alert, 'severity'>, b: Pick<Alert, 'severity'>): number {
  return severityRank(a) - severityRank(b);
}

/** For sorting open alerts: the most severe first, then those that nobody has acknowledged, then the latest opened. */
export function compareUrgency(a: Alert, b: Alert): number {
  return (
    compareSeverity(a, b) ||
    Number(a.acknowledgedEpochMs !== undefined) - Number(b.acknowledgedEpochMs !== undefined) ||
    b.openedEpochMs - a.openedEpochMs
  );
}

function severityRank({ severity }: Pick<Alert, 'severity'>): number {
  const meaning = findMeaning(SEVERITY_WORDS, severity);
  return meaning === undefined ? SEVERITIES.length : SEVERITIES.indexOf(meaning);
}

const SEVERITIES = Object.keys(SEVERITY_WORDS);

/** How long after its opening an alert was acknowledged; undefined while it is not. Clocks can differ, so it is never negative. */
export function acknowledgedAfterMs({ acknowledgedEpochMs, openedEpochMs }: Alert): number | undefined {
  return acknowledgedEpochMs === undefined ? undefined : Math.max(0, acknowledgedEpochMs - openedEpochMs);
}

/** The same, and until now for an open alert that nobody has acknowledged; undefined for one that ended without it. */
export function waitedMs(alert: Alert, nowEpochMs: EpochMs): number | undefined {
  const isWaiting = findPhase(alert) === 'opened';
  return isWaiting ? Math.max(0, nowEpochMs - alert.openedEpochMs) : acknowledgedAfterMs(alert);
}

/**
 * Decodes a page of alerts.
 * @throws TelemetryError `malformed` naming the alert and its field
 */
export function decodeAlertsPage(body: unknown): ListPage<Alert> {
  return decodeListPage(body, OPERATIONS.alerts.path, 'alertas', decodeAlert);
}

function decodeAlert(item: unknown, where: string): Alert {
  const alert = asObject(item, where);
  const sentOpened = instantField(alert, 'abiertaEn', where);
  const sentStart = instantField(alert, 'inicio', where);
  const [opened, start] = [reportedOf(sentOpened, sentStart), reportedOf(sentStart, sentOpened)];
  if (start === undefined) {
    throw malformed(`${where}.inicio`, 'an instant', alert.inicio);
  }
  return {
    id: identityField(alert, 'id', where),
    rule: textField(alert, 'regla'),
    device: textField(alert, 'dispositivo'),
    tag: textField(alert, 'tag'),
    severity: textField(alert, 'severidad'),
    state: textField(alert, 'estado'),
    startEpochMs: start,
    openedEpochMs: opened ?? start,
    acknowledgedEpochMs: instantField(alert, 'reconocidaEn', where),
    endEpochMs: instantField(alert, 'fin', where),
    startValue: numberField(alert, 'valorInicio', where),
    peakValue: numberField(alert, 'valorPico', where),
  };
}

/** The time, or the other one where the server does not report it, which some servers write as 0001-01-01 or 1970-01-01. */
function reportedOf(epochMs: EpochMs | undefined, other: EpochMs | undefined): EpochMs | undefined {
  return epochMs !== undefined && epochMs <= 0 && other !== undefined && other > 0 ? other : (epochMs ?? other);
}
