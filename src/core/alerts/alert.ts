import type { EpochMs, TimeWindow } from '../time/window';

/** An alert as the server tells it; severity and state are open words. */
export interface Alert {
  readonly id: string;
  readonly rule: string;
  readonly device: string;
  readonly tag: string;
  readonly severity: string;
  readonly state: string;
  /** When the condition began; the opening time where the server does not say. */
  readonly startEpochMs: EpochMs;
  readonly openedEpochMs: EpochMs;
  readonly acknowledgedEpochMs: EpochMs | undefined;
  /** Undefined while the alert has not ended. */
  readonly endEpochMs: EpochMs | undefined;
  readonly startValue: number | undefined;
  readonly peakValue: number | undefined;
}

/** True when any instant of the alert lies in the window; one that has not ended goes on. */
export function overlaps(alert: Alert, window: TimeWindow): boolean {
  const endEpochMs = alert.endEpochMs ?? Infinity;
  return alert.startEpochMs < window.toEpochMs && endEpochMs >= window.fromEpochMs;
}

/** Where an alert is in its life, whatever words the server uses for its state. */
export type AlertPhase = 'opened' | 'acknowledged' | 'ended';

export function phaseOf(alert: Alert): AlertPhase {
  if (alert.endEpochMs !== undefined) {
    return 'ended';
  }
  return alert.acknowledgedEpochMs === undefined ? 'opened' : 'acknowledged';
}
