import { nameUuid } from '../../import/values/nameUuid.ts';
import type { AlertEntry, Severity } from '../../store/alerts/alerts.ts';
import { uniform, keyOf } from '../signals/random.ts';

/** When a value triggers an alert, and how operators acknowledge it. */
export interface AlertRule {
  /** Name shown to operators. */
  readonly name: string;
  readonly device: string;
  readonly tag: string;
  readonly severity: Severity;
  /** The value is out of range beyond the limit. */
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** The value must return by this much to be back in range. */
  readonly hysteresis: number;
  /** How long the value must be out of range before the alert opens. */
  readonly delayMs: number;
  /** Share of the alerts that an operator acknowledges, and how long after opening. */
  readonly acknowledged: { share: number; fromMs: number; toMs: number };
}

export interface AlertEvaluator {
  /** Adds the next reading of the rule's tag, in time order. */
  add(epochMs: number, value: number): void;
  /** The alerts that changed since the last call. @param nowMs acknowledgements up to this time are included */
  changes(nowMs: number): AlertEntry[];
}

/** An alert that has not ended yet. */
type Running = {
  readonly startedMs: number;
  openedMs: number | undefined;
  readonly startValue: number;
  peakValue: number;
};

/**
 * Applies a rule to the readings of its tag, starting anywhere in its history. An alert that is already active at the first
 * reading is skipped, so that the alerts and their ids do not depend on where the evaluation starts.
 */
export function alertEvaluator(rule: AlertRule, tagId: number): AlertEvaluator {
  const sign = rule.side === 'above' ? 1 : -1;
  const changed = new Map<string, AlertEntry>();
  let hasBeenInRange = false;
  let running: Running | undefined;
  let reported: AlertEntry | undefined;

  function add(epochMs: number, value: number): void {
    const beyond = sign * (value - rule.limit);
    hasBeenInRange ||= beyond <= 0;
    if (running === undefined) {
      if (beyond <= 0 || !hasBeenInRange) {
        return;
      }
      running = { startedMs: epochMs, openedMs: undefined, startValue: value, peakValue: value };
    }
    const isOpen = running.openedMs !== undefined;
    if (beyond <= (isOpen ? -rule.hysteresis : 0)) {
      report(running, epochMs, epochMs);
      running = undefined;
      reported = undefined;
      return;
    }
    running.peakValue = sign * Math.max(sign * running.peakValue, sign * value);
    if (!isOpen && epochMs - running.startedMs >= rule.delayMs) {
      running.openedMs = epochMs;
    }
  }

  function report(
    { startedMs, openedMs, startValue, peakValue }: Running,
    endedMs: number | null,
    nowMs: number
  ): void {
    if (openedMs === undefined) {
      return;
    }
    // The id is derived, so that repeated evaluations find the same alert.
    const id = nameUuid(`demo ${rule.device} ${rule.tag} ${rule.name} ${startedMs}`);
    const acknowledgedMs = acknowledgement(rule, id, openedMs);
    const entry: AlertEntry = {
      ...{ id, tagId, rule: rule.name, severity: rule.severity, startedMs, openedMs, endedMs, startValue, peakValue },
      acknowledgedMs: acknowledgedMs !== undefined && acknowledgedMs <= nowMs ? acknowledgedMs : null,
    };
    if (
      endedMs !== null ||
      entry.peakValue !== reported?.peakValue ||
      entry.acknowledgedMs !== reported.acknowledgedMs
    ) {
      changed.set(id, entry);
      reported = entry;
    }
  }

  return {
    add,
    changes(nowMs) {
      if (running) {
        report(running, null, nowMs);
      }
      const entries = [...changed.values()];
      changed.clear();
      return entries;
    },
  };
}

function acknowledgement(rule: AlertRule, id: string, openedMs: number): number | undefined {
  const { share, fromMs, toMs } = rule.acknowledged;
  const key = keyOf(id);
  return uniform(key, 0) < share
    ? openedMs + Math.round((fromMs + uniform(key, 1) * (toMs - fromMs)) / 1000) * 1000
    : undefined;
}
