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
import { type AlertPhase, findMeaning, SEVERITY_WORDS } from '../serverWords';
import type { EpochMs, TimeWindow } from '../time/window';

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
  /** Undefined while the alert has not ended. */
  readonly endEpochMs: EpochMs | undefined;
  readonly startValue: number | undefined;
  readonly peakValue: number | undefined;
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
export function compareSeverity(a: Alert, b: Alert): number {
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

function severityRank({ severity }: Alert): number {
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
  const opened = instantField(alert, 'abiertaEn', where);
  const start = instantField(alert, 'inicio', where) ?? opened;
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
