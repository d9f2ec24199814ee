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

/** Where an alert is in its lifecycle, whatever the server calls its state. */
export type AlertPhase = 'opened' | 'acknowledged' | 'ended';

export function phaseOf(alert: Alert): AlertPhase {
  if (alert.endEpochMs !== undefined) {
    return 'ended';
  }
  return alert.acknowledgedEpochMs === undefined ? 'opened' : 'acknowledged';
}

/** How long after its opening an alert was acknowledged; undefined while it is not. Clocks can differ, so it is never negative. */
export function acknowledgedAfterMs({ acknowledgedEpochMs, openedEpochMs }: Alert): number | undefined {
  return acknowledgedEpochMs === undefined ? undefined : Math.max(0, acknowledgedEpochMs - openedEpochMs);
}
