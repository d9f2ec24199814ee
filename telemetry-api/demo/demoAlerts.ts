import type { AlertEntry } from '../store/alerts.ts';
import { type AlertEvaluator, alertEvaluator } from './alertRule.ts';
import { DEMO_RULES } from './demoRules.ts';
import type { PlantSeries } from './openPlant.ts';
import { eachReading } from './readingTimes.ts';

/** All rules of the plant, applied to one stretch of time after the other. */
export interface DemoAlerts {
  /** Goes on with the readings of [where it was, toMs), which must have been written, and hands out what changed. */
  follow(toMs: number): AlertEntry[];
}

/** @param fromMs where the evaluation begins: an alert that is found has the same id wherever that is */
export function demoAlerts(series: readonly PlantSeries[], fromMs: number): DemoAlerts {
  const watched: Array<{ series: PlantSeries; evaluator: AlertEvaluator }> = DEMO_RULES.map((rule) => {
    const own = series.find(({ device, tag }) => device.code === rule.device && tag.key === rule.tag);
    if (!own) {
      throw new Error(
        `The rule "${rule.name}" is on a tag that the demo plant does not have: ${rule.device} ${rule.tag}.`
      );
    }
    return { series: own, evaluator: alertEvaluator(rule, own.tagId) };
  });
  let reachedMs = fromMs;
  return {
    follow(toMs) {
      for (const { series: own, evaluator } of watched) {
        eachReading(own.device, own.tag, reachedMs, toMs, evaluator.take);
      }
      reachedMs = Math.max(reachedMs, toMs);
      return watched.flatMap(({ evaluator }) => evaluator.changes(toMs));
    },
  };
}
