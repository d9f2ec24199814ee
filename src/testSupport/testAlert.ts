import type { Alert } from '../core/alerts/alert';

/** An alert of which only severity and time matter, unless `change` says more. */
export function testAlert(
  severity: string,
  startEpochMs: number,
  endEpochMs?: number,
  change: Partial<Alert> = {}
): Alert {
  return {
    id: '',
    rule: '',
    device: '',
    tag: '',
    severity,
    state: '',
    startEpochMs,
    openedEpochMs: startEpochMs,
    acknowledgedEpochMs: undefined,
    endEpochMs,
    startValue: undefined,
    peakValue: undefined,
    ...change,
  };
}
