import type { AlertEntry } from '../../store/alerts/alerts.ts';
import { type AlertEvaluator, alertEvaluator } from './alertRule.ts';
import { DEMO_RULES } from './demoRules.ts';
import type { PlantSeries } from '../openPlant.ts';
import { eachReading } from '../plantModel.ts';

/** Evaluates all rules of the plant over consecutive time ranges. */
export interface DemoAlerts {
  /** Evaluates the readings from the previous `toMs` to this one, which must be stored already, and returns the changed alerts. */
  evaluateUntil(toMs: number): AlertEntry[];
}

/** @param fromMs start of the evaluation; the ids of alerts do not depend on it */
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
  let evaluatedToMs = fromMs;
  return {
    evaluateUntil(toMs) {
      for (const { series: own, evaluator } of watched) {
        eachReading(own.device, own.tag, evaluatedToMs, toMs, evaluator.add);
      }
      evaluatedToMs = Math.max(evaluatedToMs, toMs);
      return watched.flatMap(({ evaluator }) => evaluator.changes(toMs));
    },
  };
}
