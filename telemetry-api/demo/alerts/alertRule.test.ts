import { type AlertRule, alertEvaluator } from './alertRule.ts';
import { MINUTE_MS } from '../../durations.ts';

const RULE: AlertRule = {
  name: 'Presión baja',
  device: 'CMP-1',
  tag: 'presion',
  severity: 'critical',
  side: 'below',
  limit: 6,
  hysteresis: 0.5,
  delayMs: 2 * MINUTE_MS,
  acknowledged: { share: 1, fromMs: 3 * MINUTE_MS, toMs: 3 * MINUTE_MS },
};

/** One value per minute, starting at minute 0. */
function evaluate(values: readonly number[], own: Partial<AlertRule> = {}) {
  const evaluator = alertEvaluator({ ...RULE, ...own }, 7);
  values.forEach((value, minute) => evaluator.add(minute * MINUTE_MS, value));
  return evaluator
    .changes((values.length - 1) * MINUTE_MS)
    .map(({ startedMs, openedMs, acknowledgedMs, endedMs, startValue, peakValue }) => ({
      times: [startedMs, openedMs, acknowledgedMs, endedMs].map((epochMs) =>
        epochMs === null ? null : epochMs / MINUTE_MS
      ),
      values: [startValue, peakValue],
    }));
}

describe('alertEvaluator', () => {
  it('opens after the delay, and ends when the value is back in range by the hysteresis', () => {
    expect(evaluate([7, 5.9, 5, 5.5, 4.8, 6.1, 6.4, 6.5, 7])).toEqual([{ times: [1, 3, 6, 7], values: [5.9, 4.8] }]);
  });

  it('ignores values out of range for less than the delay', () => {
    expect(evaluate([7, 5, 6, 5, 7, 7])).toEqual([]);
  });

  it('opens immediately without a delay', () => {
    expect(evaluate([7, 5, 7], { delayMs: 0 })).toEqual([{ times: [1, 1, null, 2], values: [5, 5] }]);
  });

  it('is open and unacknowledged at first, then acknowledged', () => {
    expect(evaluate([7, 5, 5, 5])).toEqual([{ times: [1, 3, null, null], values: [5, 5] }]);
    expect(evaluate([7, 5, 5, 5, 4, 5, 5])).toEqual([{ times: [1, 3, 6, null], values: [5, 4] }]);
  });

  it('is not acknowledged after its end', () => {
    expect(evaluate([7, 5, 5, 5, 7, 7, 7, 7])).toEqual([{ times: [1, 3, null, 4], values: [5, 5] }]);
  });

  it('supports an upper limit', () => {
    expect(evaluate([7, 8.1, 9, 8.2, 7], { side: 'above', limit: 8 })).toEqual([
      { times: [1, 3, null, 4], values: [8.1, 9] },
    ]);
  });

  it('skips an alert that is active at the first reading, so that the alerts do not depend on the start', () => {
    const values = [7, 5, 5, 5, 7, 7, 5, 5, 5, 7];
    const from = (minute: number) => {
      const evaluator = alertEvaluator(RULE, 7);
      values.forEach((value, at) => at >= minute && evaluator.add(at * MINUTE_MS, value));
      return evaluator.changes(10 * MINUTE_MS);
    };
    expect(from(0)).toHaveLength(2);
    expect(from(2)).toEqual(from(0).slice(1));
    expect(from(5)).toEqual(from(0).slice(1));
  });

  it('returns an alert again only if it changed', () => {
    const evaluator = alertEvaluator(RULE, 7);
    [7, 5, 5, 5].forEach((value, minute) => evaluator.add(minute * MINUTE_MS, value));
    expect(evaluator.changes(3 * MINUTE_MS)).toHaveLength(1);
    evaluator.add(4 * MINUTE_MS, 5);
    expect(evaluator.changes(4 * MINUTE_MS)).toEqual([]);
    evaluator.add(5 * MINUTE_MS, 4);
    expect(evaluator.changes(5 * MINUTE_MS)).toMatchObject([{ peakValue: 4, acknowledgedMs: null }]);
    expect(evaluator.changes(6 * MINUTE_MS)).toMatchObject([{ peakValue: 4, acknowledgedMs: 6 * MINUTE_MS }]);
  });
});
