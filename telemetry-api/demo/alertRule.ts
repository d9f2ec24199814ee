import { nameUuid } from '../import/nameUuid.ts';
import type { AlertEntry, Severity } from '../store/alerts.ts';
import { chance, keyOf } from './signals/hash.ts';

/** When a value is a reason for an alert, and how people deal with it. */
export interface AlertRule {
  /** What operators read. */
  readonly name: string;
  readonly device: string;
  readonly tag: string;
  readonly severity: Severity;
  /** The value is bad beyond the limit … */
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** … and good again only when it has come back by this much. */
  readonly hysteresis: number;
  /** A value must have been bad for so long before the alert opens. */
  readonly delayMs: number;
  /** Share of the alerts that an operator acknowledges, if they last, and how long that takes. */
  readonly acknowledged: { share: number; fromMs: number; toMs: number };
}

export interface AlertEvaluator {
  /** The next reading of the rule's tag; readings come in order. */
  take(epochMs: number, value: number): void;
  /** The alerts that have changed since this was last asked. @param nowMs operators have acted until then */
  changes(nowMs: number): AlertEntry[];
}

/** An alert while it may still change. */
type Running = {
  readonly startedMs: number;
  openedMs: number | null;
  readonly startValue: number;
  peakValue: number;
};

/**
 * Applies a rule to the readings of its tag, from any point of its history on. What was bad already at the first reading is
 * left out, so that wherever it begins, it finds the same alerts with the same ids.
 */
export function alertEvaluator(rule: AlertRule, tagId: number): AlertEvaluator {
  const sign = rule.side === 'above' ? 1 : -1;
  const changed = new Map<string, AlertEntry>();
  let hasBeenGood = false;
  let running: Running | null = null;
  let reported: AlertEntry | null = null;

  function take(epochMs: number, value: number): void {
    const beyond = sign * (value - rule.limit);
    hasBeenGood ||= beyond <= 0;
    if (!hasBeenGood) {
      return;
    }
    if (!running) {
      if (beyond > 0) {
        running = { startedMs: epochMs, openedMs: null, startValue: value, peakValue: value };
        openWhenDue(epochMs);
      }
      return;
    }
    if (running.openedMs === null && beyond <= 0) {
      running = null;
      return;
    }
    if (beyond <= -rule.hysteresis) {
      report(running, epochMs, epochMs);
      running = null;
      reported = null;
      return;
    }
    running.peakValue = sign * Math.max(sign * running.peakValue, sign * value);
    openWhenDue(epochMs);
  }

  function openWhenDue(epochMs: number): void {
    if (running && running.openedMs === null && epochMs - running.startedMs >= rule.delayMs) {
      running.openedMs = epochMs;
    }
  }

  function report(
    { startedMs, openedMs, startValue, peakValue }: Running,
    endedMs: number | null,
    nowMs: number
  ): void {
    if (openedMs === null) {
      return;
    }
    // The same alert has the same id, however often it is found.
    const id = nameUuid(`demo ${rule.device} ${rule.tag} ${rule.name} ${startedMs}`);
    const acknowledgedMs = acknowledgement(rule, id, openedMs);
    const isAcknowledged = acknowledgedMs !== null && acknowledgedMs <= nowMs;
    const entry: AlertEntry = {
      id,
      tagId,
      rule: rule.name,
      severity: rule.severity,
      startedMs,
      openedMs,
      acknowledgedMs: isAcknowledged ? acknowledgedMs : null,
      endedMs,
      startValue,
      peakValue,
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
    take,
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

function acknowledgement(rule: AlertRule, id: string, openedMs: number): number | null {
  const { share, fromMs, toMs } = rule.acknowledged;
  const key = keyOf(id);
  return chance(key, 0) < share
    ? openedMs + Math.round((fromMs + chance(key, 1) * (toMs - fromMs)) / 1000) * 1000
    : null;
}
